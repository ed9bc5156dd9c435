package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.HostRendezvous.Welcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Machines that meet before a run: orders, files, and clear words for who does not come. */
@Timeout(60)
class HostRendezvousTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder;

  private HostRendezvous open(Duration deadline, String... hosts) {
    return HostRendezvous.open(
        SECRET, List.of(hosts), TcpSettings.LOCAL, deadline, (name, _) -> welcome(name));
  }

  private Welcome welcome(String name) {
    if (!name.startsWith("node")) {
      throw new IllegalArgumentException(name + " is not among the hosts");
    }
    return new Welcome(name, "orders of " + name, Map.of("part", folder.resolve("part")));
  }

  private static HostConnection join(HostRendezvous lead, String name) {
    return HostConnection.join(lead.address(), SECRET, name, LONG);
  }

  private static CompletableFuture<Void> begins(HostConnection host) {
    return CompletableFuture.runAsync(() -> host.awaitBegin(LONG), Thread::startVirtualThread);
  }

  @Test
  void allGetTheirOrdersAndFilesAndBeginTogether() throws IOException {
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
      while (lead.left().isEmpty()) {
        Thread.onSpinWait();
      }
      assertEquals("node2", lead.left().get());
      lead.close();
      one.awaitEnd();
    }
  }

  @Test
  void whoDoesNotComeIsNamed() {
    try (HostRendezvous lead = open(Duration.ofMillis(300), "node1", "node2");
        HostConnection one = join(lead, "node1")) {
      var first = begins(one);
      var late = assertThrows(PeerException.class, lead::begin);
      assertTrue(late.getMessage().contains("[node2] did not join"), late.getMessage());
      lead.close();
      var told = assertThrows(Exception.class, first::join);
      assertTrue(told.getCause().getMessage().contains("lead"), told.getMessage());
    }
  }

  @Test
  void whoHasNoDataYetIsNamed() {
    try (HostRendezvous lead = open(Duration.ofMillis(300), "node1");
        HostConnection one = join(lead, "node1")) {
      assertEquals("orders of node1", one.orders());
      var late = assertThrows(PeerException.class, lead::begin);
      assertTrue(late.getMessage().contains("[node1] joined, but"), late.getMessage());
    }
  }

  @Test
  void othersAreRefusedAndTheRunGoesOn() {
    try (HostRendezvous lead = open(LONG, "node1")) {
      var stranger =
          assertThrows(
              PeerException.class,
              () -> HostConnection.join(lead.address(), "another secret", "node1", LONG));
      assertTrue(stranger.getMessage().contains("another secret"), stranger.getMessage());
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
  void aHostThatLeftComesAgain() throws IOException {
    try (HostRendezvous lead = open(LONG, "node1")) {
      join(lead, "node1").close();
      HostConnection again = null;
      for (int tries = 0; again == null; tries++) {
        try {
          again = join(lead, "node1");
        } catch (PeerException e) {
          assertTrue(tries < 1000 && e.getMessage().contains("joined already"), e.getMessage());
        }
      }
      try (HostConnection second = again) {
        var begun = begins(second);
        lead.begin();
        begun.join();
      }
    }
  }
}
