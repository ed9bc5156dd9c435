package dev.atoll.comm.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport.Expectation;
import dev.atoll.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The messages that have arrived at rank 1 of 3. */
@Timeout(180)
class InboxTest {
  private static final MessageTag TAG = new MessageTag(Purpose.FEATURES, 1);
  private static final Limits LIMITS = new Limits(Duration.ofMillis(20), Limits.LEAST_BYTES);

  private final MemoryPool pool = new MemoryPool(0);
  private final Inbox inbox = new Inbox(1, 3, LIMITS, _ -> WaitChain.NOBODY);

  private void fill(int peer) {
    inbox.put(peer, TAG, pool.allocate(0, Limits.LEAST_BYTES));
  }

  @Test
  void peersAreTheOtherRanks() {
    inbox.checkPeer(0);
    inbox.checkPeer(2);
    for (int peer : new int[] {-1, 1, 3}) {
      List<Executable> uses =
          List.of(
              () -> inbox.checkPeer(peer),
              () -> inbox.expect(peer),
              () -> inbox.take(peer, TAG),
              () -> inbox.checkReachable(peer, TAG));
      for (Executable use : uses) {
        var e = assertThrows(IllegalArgumentException.class, use);
        assertEquals(
            "peer %d: rank 1 of 3 talks to the other ranks, from 0 to 2".formatted(peer),
            e.getMessage());
      }
    }
  }

  @Test
  void theFirstRankThatIsAwaitedIsNamed() {
    assertEquals(WaitChain.NOBODY, inbox.awaited());
    try (Expectation _ = inbox.expect(2)) {
      assertEquals(2, inbox.awaited());
      try (Expectation _ = inbox.expect(0)) {
        assertEquals(0, inbox.awaited());
      }
      assertEquals(2, inbox.awaited());
    }
    assertEquals(WaitChain.NOBODY, inbox.awaited());
  }

  @Test
  void aRankIsAwaitedWhileItsMessageIsTaken() throws Exception {
    var patient = new Inbox(1, 3, LIMITS.withDeadline(Await.MOST), _ -> 0);
    Thread taker = Thread.ofPlatform().start(() -> patient.take(2, TAG).close());
    Await.until("a taker", () -> patient.awaited() == 2);
    patient.put(2, TAG, pool.allocate(0, 8));
    taker.join();
    assertEquals(WaitChain.NOBODY, patient.awaited());
  }

  @Test
  void aFullMailboxHasCapacityWhileAMessageIsExpected() throws Exception {
    var resumed = new ArrayList<String>();
    inbox.onCapacity(0, () -> resumed.add("resumed"));
    assertFalse(inbox.pauseIfFull(0));
    fill(0);
    assertFalse(inbox.awaitCapacity(0, TAG));
    assertTrue(inbox.awaitCapacity(2, TAG), "other peers have mailboxes of their own");
    assertTrue(inbox.pauseIfFull(0));
    try (Expectation _ = inbox.expect(0)) {
      assertEquals(1, resumed.size());
      assertTrue(inbox.awaitCapacity(0, TAG));
    }
    assertFalse(inbox.awaitCapacity(0, TAG));
  }

  @Test
  void theFirstFailureCounts() {
    fill(0);
    assertFalse(inbox.hasFailed());
    assertTrue(inbox.fail(new PeerException(2, "it failed")));
    assertFalse(inbox.fail(new PeerException(0, "so did this")));
    assertTrue(inbox.hasFailed());
    var taking = assertThrows(PeerException.class, () -> inbox.take(0, TAG));
    assertEquals("it failed (rank 1 was receiving features/1 from rank 0)", taking.getMessage());
    var sending = assertThrows(PeerException.class, () -> inbox.checkReachable(2, TAG));
    assertEquals("it failed (rank 1 was sending features/1 to rank 2)", sending.getMessage());
  }

  @Test
  void aRankThatHasLeftIsHeardButNotReached() {
    fill(0);
    inbox.depart(0);
    inbox.take(0, TAG).close();
    assertThrows(PeerException.class, () -> inbox.checkReachable(0, TAG));
    inbox.checkReachable(2, TAG);
    assertFalse(inbox.hasFailed());
  }

  @Test
  void aWaitThatIsInterruptedLeavesItsThreadSo() {
    Thread.currentThread().interrupt();
    var e = assertThrows(PeerException.class, () -> inbox.take(0, TAG));
    assertTrue(Thread.interrupted());
    assertEquals("rank 1 was interrupted: a message on features/1 from rank 0", e.getMessage());
  }
}
