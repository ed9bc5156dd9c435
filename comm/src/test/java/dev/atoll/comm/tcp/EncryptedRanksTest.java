package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Wiretap;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rank 1 reaches rank 0 through a machine that records, or that speaks for both. */
@Timeout(180)
class EncryptedRanksTest {
  private static final TcpSettings PLAIN =
      TcpSettings.LOCAL.withLimits(new Limits(Await.MOST, 1 << 20));
  private static final RunIdentity RUN = RunIdentity.random(2);
  private static final MessageTag TAG = new MessageTag(Purpose.FEATURES, 0);

  /** What a rank does while the other does the same. */
  private interface Work {
    void with(Transport rank) throws Exception;
  }

  private static void join(
      Endpoint zero, Endpoint one, InetSocketAddress between, Work first, Work second)
      throws Exception {
    List<InetSocketAddress> addresses = List.of(between, one.address());
    var other =
        CompletableFuture.runAsync(() -> work(one, addresses, second), Thread::startVirtualThread);
    work(zero, addresses, first);
    other.get();
  }

  private static void work(Endpoint rank, List<InetSocketAddress> addresses, Work work) {
    try (Transport transport = rank.connect(addresses)) {
      work.with(transport);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void swap(Transport rank, byte[] sent, byte[] expected) {
    int peer = 1 - rank.rank();
    rank.send(peer, TAG, MemorySegment.ofArray(sent));
    try (Message message = rank.receive(peer, TAG)) {
      assertEquals(-1, message.payload().mismatch(MemorySegment.ofArray(expected)));
    }
  }

  private static void assertHeard(boolean plainly, TcpSettings settings) throws Exception {
    byte[][] rows = {RunIdentity.randomBytes(50_000), RunIdentity.randomBytes(50_000)};
    try (Endpoint zero = Endpoint.open(RUN, 0, settings);
        Endpoint one = Endpoint.open(RUN, 1, settings);
        Wiretap tap = Wiretap.to(zero.address())) {
      join(
          zero,
          one,
          tap.address(),
          rank -> swap(rank, rows[0], rows[1]),
          rank -> swap(rank, rows[1], rows[0]));
      assertTrue(tap.heard("ATOL"), "the handshake is recorded");
      assertFalse(tap.heard(RUN.secret()));
      for (int from = 0; from < 50_000; from += 5000) {
        for (byte[] sent : rows) {
          assertEquals(plainly, tap.heard(Arrays.copyOfRange(sent, from, from + 16)), "" + from);
        }
      }
    }
  }

  @Test
  void withTlsRowsBetweenRanksAreEncrypted() throws Exception {
    assertHeard(false, PLAIN.withTls(Tls.selfSigned()));
  }

  @Test
  void withoutTlsRowsBetweenRanksAreHeard() throws Exception {
    assertHeard(true, PLAIN);
  }

  @Test
  void aMachineBetweenRanksWithACertificateOfItsOwnIsRefused() throws Exception {
    TcpSettings encrypted = PLAIN.withTls(Tls.selfSigned());
    try (Endpoint zero = Endpoint.open(RUN, 0, encrypted);
        Endpoint one = Endpoint.open(RUN, 1, encrypted);
        var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var between = new CompletableFuture<List<String>>();
      Thread.startVirtualThread(
          () -> between.complete(Impostor.stepBetween(server, zero.address())));
      var at = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
      Work refuses =
          rank -> {
            var e = assertThrows(PeerException.class, () -> rank.receive(1 - rank.rank(), TAG));
            assertTrue(e.getMessage().contains("announced"), e.getMessage());
          };
      join(zero, one, at, refuses, refuses);
      assertEquals(2, between.get().size(), "both ends refuse: " + between.get());
    }
  }
}
