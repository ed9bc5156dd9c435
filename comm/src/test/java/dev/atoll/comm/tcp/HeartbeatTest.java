package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.testkit.Await;
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
@Timeout(180)
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

  /** The settings hold once rank 1 has joined, and has sent a heartbeat if it does. */
  private static PeerException seenByRankZero(TcpSettings settings, boolean beats, Work work)
      throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        SocketChannel one = SocketChannel.open(zero.address())) {
      new Handshake(run, 1, new byte[0])
          .call(one.socket(), Handshake.Role.DATA, SETTINGS.limits().deadline());
      if (beats) {
        ByteBuf beat = Unpooled.buffer();
        new TcpFrame(TcpFrame.Kind.HEARTBEAT, TAG, 0, Unpooled.EMPTY_BUFFER).writeHeader(beat, 0);
        one.socket().getOutputStream().write(beat.array(), 0, beat.readableBytes());
      }
      try (TcpTransport transport =
          zero.connect(List.of(zero.address(), zero.address()), settings)) {
        return assertThrows(PeerException.class, () -> work.of(transport));
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    void of(TcpTransport transport) throws Exception;
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
            zero ->
                Await.until(
                    "a rank that is noticed",
                    () -> {
                      zero.checkReachable(1, TAG);
                      return false;
                    })));
  }

  /** Otherwise a process that starts workers would also wait for a hung one to end by itself. */
  @Test
  void aStoppedRankIsNoticedByWhoCloses() throws Exception {
    assertSilent(seenByRankZero(TcpTransport::close));
  }

  /** For more beats than a silent rank is allowed, a full mailbox stops all reading. */
  @Test
  void ranksThatComputeForLongAreAlive() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    TcpSettings byHand = SETTINGS.withHeartbeat(Duration.ofHours(1));
    try (Endpoint zero = Endpoint.open(run, 0, byHand);
        Endpoint one = Endpoint.open(run, 1, byHand);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      Future<TcpTransport> other = threads.submit(() -> one.connect(addresses, byHand));
      TcpTransport self = zero.connect(addresses, byHand);
      TcpTransport peer = other.get();
      Future<?> sending =
          threads.submit(
              () -> {
                MemorySegment large = Arena.ofAuto().allocate(1 << 20);
                for (int i = 0; i < 40; i++) {
                  peer.send(0, TAG, large);
                }
              });
      for (int beat = 1; beat <= Heartbeat.FIRST_BEAT_FACTOR * Heartbeat.MISSED_BEATS + 1; beat++) {
        for (TcpTransport rank : List.of(self, peer)) {
          if (beat > 1) {
            Await.until("a sign of life", () -> !only(rank).missesABeat());
          }
          beat(rank, beat);
        }
      }
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

  private static Connection only(TcpTransport rank) {
    return rank.peers().getFirst();
  }

  @Test
  void withoutAHeartbeatTheDeadlineDecides() throws Exception {
    TcpSettings hasty = SETTINGS.withLimits(new Limits(Duration.ofMillis(700), 1 << 20));
    PeerException e =
        seenByRankZero(hasty.withHeartbeat(Duration.ZERO), true, HeartbeatTest::receive);
    assertTrue(e.getMessage().contains("rank 0 waited 0.7 s"), e.getMessage());
  }

  /**
   * A process that is still starting after it has joined has not beaten yet: others wait longer.
   */
  @Test
  void aRankThatHasNotBegunIsBlamedAfterThreeTimesAsManyBeats() throws Exception {
    TcpSettings byHand = SETTINGS.withHeartbeat(Duration.ofHours(1));
    assertSilent(
        seenByRankZero(
            byHand,
            false,
            zero -> {
              for (int beat = 1; beat < 15; beat++) {
                beat(zero, beat);
                zero.checkReachable(1, TAG);
              }
              beat(zero, 15);
              zero.checkReachable(1, TAG);
            }),
        "10800.0 s");
  }

  /** The first beat is that of the thread, which then waits for ten minutes. */
  private static void beat(TcpTransport zero, int number) throws Exception {
    if (number > 1) {
      only(zero).beat();
    }
    Await.until("beat " + number, () -> only(zero).beats() == number);
  }

  private static void receive(TcpTransport zero) {
    zero.receive(1, TAG).close();
  }
}
