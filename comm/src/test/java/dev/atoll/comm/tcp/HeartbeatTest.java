package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that are stopped are noticed before the deadline; ranks that are slow are not blamed. */
@Timeout(60)
class HeartbeatTest {
  private static final MessageTag TAG = new MessageTag(Purpose.BOUNDARY, 0);
  private static final TcpSettings SETTINGS =
      TcpSettings.LOCAL
          .withLimits(new Limits(Duration.ofMinutes(10), 1 << 20))
          .withHeartbeat(Duration.ofMillis(600));

  /** Rank 1 joins and beats once, then never reads or writes, like a process that is stopped. */
  private static PeerException seenByRankZero(Work work) throws Exception {
    return seenByRankZero(SETTINGS, true, work);
  }

  private static PeerException seenByRankZero(TcpSettings settings, boolean beats, Work work)
      throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, settings);
        SocketChannel one = SocketChannel.open(zero.address());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Transport> joining =
          threads.submit(() -> zero.connect(List.of(zero.address(), zero.address())));
      new Handshake(run, 1, new byte[0])
          .call(one.socket(), Handshake.Role.DATA, settings.limits().deadline());
      try (Transport transport = joining.get()) {
        if (beats) {
          ByteBuf beat = Unpooled.buffer();
          new TcpFrame(TcpFrame.Kind.HEARTBEAT, TAG, 0, Unpooled.EMPTY_BUFFER).writeHeader(beat, 0);
          one.socket().getOutputStream().write(beat.array(), 0, beat.readableBytes());
        }
        return assertThrows(PeerException.class, () -> work.of(transport));
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    void of(Transport transport) throws Exception;
  }

  private static void assertSilent(PeerException e) {
    assertSilent(e, "0.6 s");
  }

  private static void assertSilent(PeerException e, String silence) {
    assertEquals(1, e.rank());
    assertTrue(
        e.getMessage().contains("rank 0 has had no sign of life from rank 1 for " + silence),
        e.getMessage());
  }

  @Test
  void aStoppedRankIsNoticedByWhoWaitsForIt() throws Exception {
    assertSilent(seenByRankZero(zero -> zero.receive(1, TAG).close()));
  }

  @Test
  void aStoppedRankIsNoticedByWhoSendsToIt() throws Exception {
    MemorySegment large = Arena.ofAuto().allocate(1 << 20);
    assertSilent(
        seenByRankZero(
            zero -> {
              while (true) {
                zero.send(1, TAG, large);
              }
            }));
  }

  @Test
  void aStoppedRankIsNoticedThoughNobodyWaitsForIt() throws Exception {
    assertSilent(
        seenByRankZero(
            zero -> {
              while (true) {
                zero.checkReachable(1, TAG);
                Thread.sleep(10);
              }
            }));
  }

  /** Otherwise a process that starts workers would also wait for a hung one to end by itself. */
  @Test
  void aStoppedRankIsNoticedByWhoCloses() throws Exception {
    assertSilent(seenByRankZero(Transport::close));
  }

  /** Longer than the heartbeat, nothing is sent, and a full mailbox stops all reading. */
  @Test
  void ranksThatComputeForLongAreAlive() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    TcpSettings slower = SETTINGS.withHeartbeat(Duration.ofSeconds(2));
    try (Endpoint zero = Endpoint.open(run, 0, slower);
        Endpoint one = Endpoint.open(run, 1, slower);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      Future<Transport> other = threads.submit(() -> one.connect(addresses));
      Transport self = zero.connect(addresses);
      Transport peer = other.get();
      Future<?> sending =
          threads.submit(
              () -> {
                MemorySegment large = Arena.ofAuto().allocate(1 << 20);
                for (int i = 0; i < 40; i++) {
                  peer.send(0, TAG, large);
                }
              });
      Thread.sleep(3000);
      for (int i = 0; i < 40; i++) {
        try (Message message = self.receive(1, TAG)) {
          assertEquals(1 << 20, message.payload().byteSize());
        }
      }
      sending.get();
      threads.execute(self::close);
      peer.close();
    }
  }

  @Test
  void withoutAHeartbeatTheDeadlineDecides() throws Exception {
    assertLate(seenByRankZero(hasty().withHeartbeat(Duration.ZERO), true, HeartbeatTest::receive));
  }

  /** A process that is still starting after it has joined has not beaten yet. */
  @Test
  void aRankThatHasNotBegunIsNotBlamedSoon() throws Exception {
    assertLate(seenByRankZero(hasty(), false, HeartbeatTest::receive));
  }

  @Test
  void aRankThatIsStoppedBeforeItsFirstSignOfLifeIsNoticedLongBeforeTheDeadline() throws Exception {
    assertSilent(seenByRankZero(SETTINGS, false, HeartbeatTest::receive), "1.8 s");
  }

  /** The deadline is longer than the heartbeat. */
  private static TcpSettings hasty() {
    return SETTINGS.withLimits(new Limits(Duration.ofMillis(1200), 1 << 20));
  }

  private static void receive(Transport zero) {
    zero.receive(1, TAG).close();
  }

  private static void assertLate(PeerException e) {
    assertTrue(e.getMessage().contains("rank 0 waited 1.2 s"), e.getMessage());
  }
}
