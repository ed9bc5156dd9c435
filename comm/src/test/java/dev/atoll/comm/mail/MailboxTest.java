package dev.atoll.comm.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport.Listener;
import dev.atoll.testkit.Await;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The messages of rank 5 that rank 3 has not taken, at most 1000 bytes. */
@Timeout(180)
class MailboxTest {
  /** A time longer than a test may take: a waiter that is not woken fails the test. */
  private static final long LONG = TimeUnit.MINUTES.toNanos(10);

  private static final MessageTag ONE = new MessageTag(Purpose.FEATURES, 1);
  private static final MessageTag TWO = new MessageTag(Purpose.FEATURES, 2);

  private final MemoryPool pool = new MemoryPool(0);
  private final Mailbox box = new Mailbox(3, 5, 1000);

  @AfterEach
  void otherThreadsCanUseIt() {
    CompletableFuture.runAsync(box::ending).orTimeout(120, TimeUnit.SECONDS).join();
  }

  private Message message(int bytes) {
    return pool.allocate(0, bytes);
  }

  private static boolean isOpen(Message message) {
    try {
      return message.payload() != null;
    } catch (IllegalStateException _) {
      return false;
    }
  }

  /** A listener that records its calls. */
  private static final class Told implements Listener {
    private final List<Message> arrived = new ArrayList<>();
    private final List<PeerException> ends = new ArrayList<>();

    @Override
    public void arrived(int peer, MessageTag tag, Message message) {
      assertEquals(5, peer);
      arrived.add(message);
    }

    @Override
    public void ended(int peer, PeerException why) {
      assertEquals(5, peer);
      ends.add(why);
    }
  }

  /** Another thread may come to the mailbox with a lock that the listener takes. */
  @Test
  void listenersAreToldOfTheEndOutsideTheLock() {
    List<Boolean> awaited = new ArrayList<>();
    var asking =
        new Listener() {
          @Override
          public void arrived(int peer, MessageTag tag, Message message) {}

          @Override
          public void ended(int peer, PeerException why) {
            awaited.add(
                CompletableFuture.supplyAsync(box::isAwaited)
                    .orTimeout(120, TimeUnit.SECONDS)
                    .join());
          }
        };
    box.listen(1, asking);
    box.end(PeerException.gone(3, 5), false);
    box.listen(2, asking);
    assertEquals(List.of(false, false), awaited);
  }

  @Test
  void tagsHaveQueuesOfTheirOwn() throws Exception {
    Message first = message(1);
    Message second = message(2);
    Message other = message(3);
    box.put(ONE, first);
    box.put(ONE, second);
    box.put(TWO, other);
    assertSame(other, box.take(TWO, 0));
    assertSame(first, box.take(ONE, 0));
    assertSame(second, box.take(ONE, 0));
    assertNull(box.take(ONE, 1));
  }

  private static MemorySegment memory(int bytes) {
    return Arena.ofAuto().allocate(bytes, 8);
  }

  @Test
  void messagesGoToPlacesInTheirOrder() throws Exception {
    Message early = message(3);
    box.put(ONE, early);
    ReceiveSlot first = box.offer(ONE, 7, memory(10));
    assertTrue(box.await(first, 0));
    assertSame(early, first.message, "it came before there was a slot");
    ReceiveSlot second = box.offer(ONE, 7, memory(10));
    ReceiveSlot third = box.offer(ONE, 7, memory(20));
    assertNull(box.slot(ONE, 8, 10), "another label");
    assertNull(box.slot(ONE, 7, 20), "the slot of a later message");
    assertNull(box.slot(TWO, 7, 10), "another stream");
    assertSame(second, box.slot(ONE, 7, 10));
    assertNull(box.slot(ONE, 7, 10), "it is being filled");
    Message late = message(20);
    box.put(ONE, late); // by another thread, meanwhile
    assertSame(late, third.message);
    assertFalse(box.await(second, 1));
    box.put(ONE, second);
    assertTrue(box.await(second, 0));
    assertNull(second.message, "it is in place");
    assertNull(box.take(ONE, 1));
  }

  @Test
  void placesMakeCapacity() throws Exception {
    box.put(TWO, message(1000));
    assertFalse(box.awaitCapacity(ONE, 0));
    ReceiveSlot slot = box.offer(ONE, 0, memory(10));
    assertTrue(box.awaitCapacity(ONE, 0));
    box.takeBack(slot, 0);
    assertFalse(box.awaitCapacity(ONE, 0));
    assertNull(box.slot(ONE, 0, 10), "it was taken back");
  }

  @Test
  void aWaitForAPlaceEndsWithTheMailbox() throws Exception {
    ReceiveSlot slot = box.offer(ONE, 0, memory(10));
    box.end(new PeerException(5, "gone"), false);
    assertThrows(PeerException.class, () -> box.await(slot, LONG));
    assertNull(box.slot(ONE, 0, 10));
  }

  /** Memory that is being written to is taken back only once the transport has left it. */
  @Test
  void thePlaceOfAMessageUnderWayIsTakenBackByDisconnecting() throws Exception {
    ReceiveSlot slot = box.offer(ONE, 0, memory(10));
    Message filled = box.slot(ONE, 0, 10);
    var left = new CompletableFuture<Void>();
    box.onTakenBack(
        () ->
            left.completeAsync(
                () -> null, task -> Thread.startVirtualThread(() -> leave(filled, task))));
    box.takeBack(slot, 1);
    assertFalse(slot.filling);
    left.get();
  }

  private static void leave(Message filled, Runnable task) {
    filled.close();
    task.run();
  }

  @Test
  void thereIsCapacityBelowTheBound() throws Exception {
    box.put(ONE, message(999));
    assertFalse(box.pauseIfFull());
    assertTrue(box.awaitCapacity(TWO, 0));
    box.put(ONE, message(1));
    assertTrue(box.pauseIfFull());
    assertFalse(box.awaitCapacity(TWO, 0));
    assertFalse(box.awaitCapacity(TWO, 1));
    box.take(ONE, 0).close();
    assertTrue(box.awaitCapacity(TWO, 0));
  }

  @Test
  void readingIsResumedOnceForEveryPause() throws Exception {
    var resumed = new ArrayList<String>();
    box.onCapacity(() -> resumed.add("resumed"));
    box.put(ONE, message(400));
    box.put(ONE, message(1000));
    assertTrue(box.pauseIfFull());
    box.take(ONE, 0).close();
    assertTrue(resumed.isEmpty(), "1000 bytes are left");
    box.take(ONE, 0).close();
    assertEquals(1, resumed.size());
    assertNull(box.take(ONE, 0));
    assertEquals(1, resumed.size());
  }

  /**
   * A message for which a receiver waits may be queued after the messages that fill the mailbox.
   */
  @Test
  void waitersMakeCapacity() throws Exception {
    var resumed = new ArrayList<String>();
    box.onCapacity(() -> resumed.add("resumed"));
    box.put(ONE, message(1000));
    assertFalse(box.isAwaited());
    assertTrue(box.pauseIfFull());
    box.addWaiters(1);
    assertEquals(1, resumed.size());
    assertTrue(box.isAwaited());
    assertTrue(box.awaitCapacity(TWO, 0));
    box.addWaiters(-1);
    assertFalse(box.isAwaited());
    assertFalse(box.awaitCapacity(TWO, 0));
    assertTrue(box.pauseIfFull());
    assertNull(box.take(TWO, 1));
    assertEquals(2, resumed.size(), "a wait in vain resumes too");
    assertFalse(box.isAwaited());
  }

  @Test
  void whoWaitsIsWokenByItsMessage() throws Exception {
    var taken = CompletableFuture.supplyAsync(() -> take(ONE));
    Await.until("a taker", box::isAwaited);
    Message message = message(1);
    box.put(TWO, message(1));
    box.put(ONE, message);
    assertSame(message, taken.get());
  }

  private Message take(MessageTag tag) {
    try {
      return box.take(tag, LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The answer to a thread that waits for capacity by now. */
  private CompletableFuture<Boolean> awaitCapacity(MessageTag tag) throws Exception {
    var granted = new CompletableFuture<Boolean>();
    Thread sender =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    granted.complete(box.awaitCapacity(tag, LONG));
                  } catch (InterruptedException e) {
                    granted.completeExceptionally(e);
                  }
                });
    Await.blocked(List.of(sender));
    return granted;
  }

  @Test
  void whoWaitsForCapacityIsWokenByIt() throws Exception {
    box.put(ONE, message(1000));
    var granted = awaitCapacity(TWO);
    box.take(ONE, 0).close();
    assertTrue(granted.get());
  }

  @Test
  void whoWaitsForCapacityIsWokenByAListener() throws Exception {
    box.put(ONE, message(1000));
    var granted = awaitCapacity(TWO);
    box.listen(2, new Told());
    assertTrue(granted.get(), "of this stream messages are let in, though the mailbox is full");
  }

  @Test
  void listenersAndEndsResumeReading() {
    var resumed = new ArrayList<String>();
    box.onCapacity(() -> resumed.add("resumed"));
    box.put(ONE, message(1000));
    box.put(TWO, message(1000));
    assertTrue(box.pauseIfFull());
    box.listen(1, new Told());
    assertEquals(0, resumed.size(), "1000 bytes are left");
    box.listen(2, new Told());
    assertEquals(1, resumed.size());
    box.put(new MessageTag(Purpose.FEATURES, 3), message(1000));
    assertTrue(box.pauseIfFull());
    box.end(new PeerException(5, "it is over"), false);
    assertEquals(2, resumed.size());
  }

  @Test
  void listenersGetWhatIsThereAndWhatComes() throws Exception {
    var told = new Told();
    Message before = message(1000);
    Message after = message(1000);
    Message ofAnother = message(1);
    box.put(ONE, before);
    box.put(TWO, ofAnother);
    assertFalse(box.awaitCapacity(ONE, 0));
    box.listen(1, told);
    box.put(new MessageTag(Purpose.CONTROL, 1), after);
    assertEquals(List.of(before, after), told.arrived);
    assertSame(ofAnother, box.take(TWO, 0));
    assertFalse(box.pauseIfFull(), "what a listener has does not count");
    var e = assertThrows(IllegalStateException.class, () -> box.listen(1, told));
    assertEquals("stream 1 has a listener already", e.getMessage());
  }

  @Test
  void listenersAlwaysHaveCapacity() throws Exception {
    box.listen(1, new Told());
    box.put(TWO, message(1000));
    assertTrue(box.awaitCapacity(ONE, 0));
    assertFalse(box.awaitCapacity(TWO, 0));
  }

  @Test
  void theFirstEndIsToldAndEndsWaits() throws Exception {
    var told = new Told();
    var late = new Told();
    var why = new PeerException(5, "it is over");
    box.listen(1, told);
    Message kept = message(1000);
    box.put(TWO, kept);
    assertNull(box.ending());
    var waiting =
        CompletableFuture.supplyAsync(
            () ->
                assertThrows(PeerException.class, () -> take(new MessageTag(Purpose.CONTROL, 9))));
    box.end(why, false);
    box.end(new PeerException(5, "again"), false);
    assertEquals(
        "it is over (rank 3 was waiting for control/9 from rank 5)", waiting.get().getMessage());
    assertSame(why, box.ending());
    assertEquals(List.of(why), told.ends);
    box.listen(7, late);
    assertEquals(List.of(why), late.ends);
    assertTrue(box.awaitCapacity(TWO, 0), "senders are let in, to see the end");
    assertSame(kept, box.take(TWO, 0));
    Message tooLate = message(1);
    box.put(TWO, tooLate);
    assertFalse(isOpen(tooLate), "nobody will take it");
  }

  @Test
  void aFailureDiscardsWhatIsThere() throws Exception {
    Message there = message(1000);
    box.put(ONE, there);
    box.end(new PeerException(5, "it failed"), true);
    assertFalse(isOpen(there));
    assertThrows(PeerException.class, () -> box.take(ONE, LONG));
  }
}
