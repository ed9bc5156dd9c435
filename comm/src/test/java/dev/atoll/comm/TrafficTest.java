package dev.atoll.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.emulate.NetworkSpeed;
import dev.atoll.comm.mail.Counters;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static Traffic some() {
    var counters = new Counters(3);
    counters.sent(Purpose.FEATURES, 1, 100);
    counters.sent(Purpose.FEATURES, 2, 20);
    counters.sent(Purpose.CONTROL, 2, 3, 5);
    counters.round(Purpose.FEATURES);
    counters.round(Purpose.FEATURES);
    counters.round(Purpose.CONTROL);
    return counters.traffic();
  }

  @Test
  void countsAreByPurposeAndPeer() {
    Traffic sent = some();
    assertEquals(123, sent.bytes());
    assertEquals(120, sent.bytes(Purpose.FEATURES));
    assertEquals(0, sent.bytes(Purpose.BOUNDARY));
    assertEquals(20, sent.bytes(Purpose.FEATURES, 2));
    assertEquals(23, sent.bytesTo(2));
    assertEquals(0, sent.bytesTo(0));
    assertEquals(7, sent.messages());
    assertEquals(2, sent.messages(Purpose.FEATURES));
    assertEquals(5, sent.messages(Purpose.CONTROL, 2));
    assertEquals(1, sent.messages(Purpose.FEATURES, 1));
    assertEquals(3, sent.rounds());
    assertEquals(2, sent.rounds(Purpose.FEATURES));
  }

  @Test
  void snapshotsAreAddedAndSubtracted() {
    Traffic twice = some().plus(some());
    assertEquals(246, twice.bytes());
    assertEquals(14, twice.messages());
    assertEquals(6, twice.rounds());
    Traffic once = twice.minus(some());
    assertEquals(23, once.bytesTo(2));
    assertEquals(5, once.messages(Purpose.CONTROL));
    assertEquals(1, once.rounds(Purpose.CONTROL));
  }

  @Test
  void purposesHaveTheirNumbers() {
    assertEquals(5, Purpose.count());
    for (Purpose purpose : Purpose.values()) {
      assertEquals(purpose, Purpose.of(purpose.number()));
    }
    assertEquals("gradients/-7", new MessageTag(Purpose.GRADIENTS, -7).toString());
  }

  @Test
  void limitsHaveLeastValues() {
    var limits = new Limits(Duration.ofNanos(1), Limits.LEAST_BYTES);
    assertEquals(Duration.ofSeconds(9), limits.withDeadline(Duration.ofSeconds(9)).deadline());
    assertEquals(Limits.LEAST_BYTES, limits.withDeadline(Duration.ofSeconds(9)).bytesPerPeer());
    assertMessage(
        "deadline PT0S: expected more than zero", () -> limits.withDeadline(Duration.ZERO));
    assertMessage(
        "deadline PT-1S: expected more than zero",
        () -> limits.withDeadline(Duration.ofSeconds(-1)));
    assertMessage(
        "bytes per peer: expected at least 65536, not 65535",
        () -> new Limits(Duration.ofSeconds(1), 65_535));
  }

  @Test
  void speedsOfNetworksAreSpeeds() {
    assertMessage("network.gbps must be above 0, not 0.0", () -> new NetworkSpeed(0, 1));
    assertMessage("network.latencyMicros must not be below 0: -1.0", () -> new NetworkSpeed(1, -1));
    assertEquals(0, new NetworkSpeed(1, 0).latencyMicros());
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
