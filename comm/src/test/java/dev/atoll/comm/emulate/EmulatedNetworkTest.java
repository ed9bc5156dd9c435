package dev.atoll.comm.emulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.testkit.Await;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When messages of rank 0 arrive, by a clock that the test sets. */
@Timeout(180)
class EmulatedNetworkTest {
  private static final int STREAM = 3;
  private static final MessageTag TAG = new MessageTag(Purpose.BOUNDARY, STREAM);
  private static final MemorySegment MEGABYTE = MemorySegment.ofArray(new byte[1_000_000]);
  private static final long SENDING = 80_000_000; // a megabyte at 0.1 Gbit/s
  private static final long LATENCY = 5000;

  private final AtomicLong nanos = new AtomicLong(-7);
  private final AtomicLong looks = new AtomicLong();
  private final List<Integer> arrived = new CopyOnWriteArrayList<>();
  private List<Transport> ranks;
  private Transport zero;

  @BeforeEach
  void open() {
    ranks = LocalTransport.group(3, Limits.DEFAULT);
    zero = new EmulatedNetwork(ranks.getFirst(), new NetworkSpeed(0.1, 5), _ -> false, this::look);
    for (Transport rank : ranks.subList(1, 3)) {
      rank.listen(STREAM, arrivals(rank.rank()));
    }
  }

  @AfterEach
  void close() throws InterruptedException {
    var others = new ArrayList<Thread>();
    for (Transport rank : ranks.subList(1, 3)) {
      others.add(Thread.ofPlatform().start(rank::close));
    }
    zero.close();
    for (Thread other : others) {
      other.join();
    }
  }

  private long look() {
    long now = nanos.get();
    looks.incrementAndGet();
    return now;
  }

  private Transport.Listener arrivals(int rank) {
    return new Transport.Listener() {
      @Override
      public void arrived(int peer, MessageTag tag, Message message) {
        message.close();
        arrived.add(rank);
      }

      @Override
      public void ended(int peer, PeerException why) {}
    };
  }

  /** Asserts the ranks at which messages have arrived at a time, and a nanosecond before. */
  private void assertArrived(long at, Integer... expected) throws Exception {
    List<Integer> before = List.copyOf(arrived);
    nanos.set(at - 1);
    long looked = looks.get();
    Await.until("senders that have seen the time", () -> looks.get() > looked + 10);
    assertEquals(before, arrived);
    nanos.set(at);
    Await.until("a message at " + at, () -> arrived.size() > before.size());
    assertEquals(List.of(expected), arrived);
  }

  @Test
  void messagesShareTheInterfaceAndEachPaysTheLatency() throws Exception {
    zero.send(1, TAG, MEGABYTE);
    zero.send(2, TAG, MEGABYTE);
    assertArrived(-7 + SENDING + LATENCY, 1);
    assertArrived(-7 + 2 * SENDING + LATENCY, 1, 2);
    nanos.set(5 * SENDING);
    zero.send(1, TAG, MemorySegment.NULL);
    assertArrived(5 * SENDING + LATENCY, 1, 2, 1);
  }
}
