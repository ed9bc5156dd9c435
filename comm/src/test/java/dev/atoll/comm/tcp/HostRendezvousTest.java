package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.HostRendezvous.HostAssignment;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Wiretap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of machines that meet before a run: orders, files, and clear messages about missing
 * machines.
 */
@Timeout(180)
@SuppressWarnings("try") // closed before the end on purpose
class HostRendezvousTest {
  private static final Duration LONG = Await.MOST;

  /** A wait that is meant to fail. */
  private static final Duration BRIEF = Duration.ofMillis(300);

  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder;

  private HostRendezvous open(Duration deadline, String... hosts) {
    return open(TcpSettings.LOCAL, deadline, hosts);
  }

  private HostRendezvous open(TcpSettings settings, Duration deadline, String... hosts) {
    return HostRendezvous.open(
        SECRET, List.of(hosts), settings, deadline, (name, _) -> assignment(name));
  }

  private HostAssignment assignment(String name) {
    if (!name.startsWith("node")) {
      throw new IllegalArgumentException(name + " is not among the hosts");
    }
    return new HostAssignment(name, "orders of " + name, Map.of("part", folder.resolve("part")));
  }

  private static HostConnection join(HostRendezvous lead, String name) {
    return HostConnection.join(lead.address(), SECRET, name, LONG);
  }

  private static CompletableFuture<Void> begins(HostConnection host) {
    return CompletableFuture.runAsync(() -> host.awaitBegin(LONG), Thread::startVirtualThread);
  }

  @Test
  void allGetTheirOrdersAndFilesAndBeginTogether() throws Exception {
    byte[] content = new byte[200_000];
    content[199_999] = 7;
    Files.write(folder.resolve("part"), content);
    try (HostRendezvous lead = open(LONG, "node1", "node2");
        HostConnection one = join(lead, "node1");
        HostConnection two = join(lead, "node2")) {
      assertEquals("orders of node1", one.orders());
      assertEquals("orders of node2", two.orders());
      one.fetch("part", folder.resolve("copy"));
      assertEquals(-1, Files.mismatch(folder.resolve("part"), folder.resolve("copy")));
      var missing =
          assertThrows(IOException.class, () -> one.fetch("../secret", folder.resolve("x")));
      assertTrue(missing.getMessage().contains("../secret"), missing.getMessage());
      assertFalse(Files.exists(folder.resolve("x")));
      var first = begins(one);
      var second = begins(two);
      lead.begin();
      first.join();
      second.join();
      assertTrue(lead.left().isEmpty());
      two.close();
      Await.until("the end of node2", () -> lead.left().isPresent());
      assertEquals("node2", lead.left().get());
      lead.close();
      one.awaitEnd();
    }
  }

  @Test
  void whoDoesNotComeIsNamed() {
    try (HostRendezvous lead = open(LONG, "node1", "node2");
        HostConnection one = join(lead, "node1")) {
      var first = begins(one);
      var late = assertThrows(PeerException.class, () -> lead.begin(BRIEF));
      assertTrue(late.getMessage().contains("[node2] did not join"), late.getMessage());
      lead.close();
      var told = assertThrows(Exception.class, first::join);
      assertTrue(told.getCause().getMessage().contains("lead"), told.getMessage());
    }
  }

  @Test
  void whoHasNoDataYetIsNamed() {
    try (HostRendezvous lead = open(LONG, "node1");
        HostConnection one = join(lead, "node1")) {
      assertEquals("orders of node1", one.orders());
      var late = assertThrows(PeerException.class, () -> lead.begin(BRIEF));
      assertTrue(late.getMessage().contains("[node1] joined, but"), late.getMessage());
    }
  }

  @Test
  void othersAreRefusedAndTheRunGoesOn() throws Exception {
    try (HostRendezvous lead = open(LONG, "node1")) {
      var stranger =
          assertThrows(
              PeerException.class,
              () -> HostConnection.join(lead.address(), "another secret", "node1", LONG));
      assertTrue(stranger.getMessage().contains("another secret"), stranger.getMessage());
      Await.until(
          "a refusal that is counted",
          () ->
              assertThrows(PeerException.class, () -> lead.begin(Duration.ZERO))
                  .getMessage()
                  .contains("1 connections without the run's secret were refused"));
      var unknown = assertThrows(PeerException.class, () -> join(lead, "laptop"));
      assertTrue(unknown.getMessage().contains("laptop is not among"), unknown.getMessage());
      var unexpected = assertThrows(PeerException.class, () -> join(lead, "node9"));
      assertTrue(unexpected.getMessage().contains("not expected"), unexpected.getMessage());
      try (HostConnection one = join(lead, "node1")) {
        var twice = assertThrows(PeerException.class, () -> join(lead, "node1"));
        assertTrue(twice.getMessage().contains("joined already"), twice.getMessage());
        var begun = begins(one);
        lead.begin();
        begun.join();
      }
    }
  }

  @Test
  void aHostThatLeftComesAgain() throws Exception {
    try (HostRendezvous lead = open(LONG, "node1")) {
      join(lead, "node1").close();
      var again = new AtomicReference<HostConnection>();
      Await.until("the end of the first", () -> joins(lead, again));
      try (HostConnection second = again.get()) {
        var begun = begins(second);
        lead.begin();
        begun.join();
      }
    }
  }

  /** Whether node1 may join; not while its earlier connection is known. */
  private static boolean joins(HostRendezvous lead, AtomicReference<HostConnection> joined) {
    try {
      joined.set(join(lead, "node1"));
      return true;
    } catch (PeerException e) {
      assertTrue(e.getMessage().contains("joined already"), e.getMessage());
      return false;
    }
  }

  /** Joins through a recording proxy, and fetches a file. */
  private void assertHeard(boolean plainly, TcpSettings settings) throws IOException {
    byte[] rows = RunIdentity.randomBytes(50_000);
    Files.write(folder.resolve("part"), rows);
    try (HostRendezvous lead = open(settings, LONG, "node1");
        Wiretap tap = Wiretap.to(lead.address());
        HostConnection host = HostConnection.join(tap.address(), SECRET, "node1", LONG)) {
      assertEquals("orders of node1", host.orders());
      host.fetch("part", folder.resolve("copy"));
      assertEquals(-1, Files.mismatch(folder.resolve("part"), folder.resolve("copy")));
      var begun = begins(host);
      lead.begin();
      begun.join();
      assertTrue(tap.heard("ATOL"), "the handshake is recorded");
      assertFalse(tap.heard(SECRET));
      assertEquals(plainly, tap.heard("orders of node1"));
      assertEquals(plainly, tap.heard("node1"));
      for (int from = 0; from < rows.length; from += 1000) {
        byte[] row = Arrays.copyOfRange(rows, from, from + 16);
        assertEquals(plainly, tap.heard(row), "row at " + from);
      }
    }
  }

  @Test
  void withTlsOrdersAndFilesAreEncrypted() throws IOException {
    assertHeard(false, TcpSettings.LOCAL.withTls(Tls.selfSigned()));
  }

  @Test
  void withoutTlsOnlyTheSecretIsKept() throws IOException {
    assertHeard(true, TcpSettings.LOCAL);
  }

  /** The proofs pass unchanged, then each end is offered a certificate that they do not name. */
  @Test
  void aMachineInBetweenWithACertificateOfItsOwnIsRefused() throws Exception {
    TcpSettings encrypted = TcpSettings.LOCAL.withTls(Tls.selfSigned());
    try (HostRendezvous lead = open(encrypted, LONG, "node1");
        var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var between = new CompletableFuture<List<String>>();
      Thread.startVirtualThread(
          () -> between.complete(Impostor.stepBetween(server, lead.address())));
      var at = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
      var refused =
          assertThrows(PeerException.class, () -> HostConnection.join(at, SECRET, "node1", LONG));
      assertTrue(refused.getMessage().contains("announced"), refused.getMessage());
      assertEquals(2, between.get().size(), "both ends refuse: " + between.get());
      var missing = assertThrows(PeerException.class, () -> lead.begin(BRIEF));
      assertTrue(missing.getMessage().contains("[node1] did not join"), missing.getMessage());
    }
  }
}
