package dev.atoll.app.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Await;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PeakMemoryTest {
  private static final long BYTES = 64L << 20;

  @Test
  void memoryBesideTheHeapCounts() throws Exception {
    var seen = new AtomicLong();
    PeakMemory.Measured<String> measured =
        PeakMemory.of(
            () -> {
              try (Arena arena = Arena.ofConfined()) {
                arena.allocate(BYTES).fill((byte) 1);
                Await.until("a sample of it", () -> seen.get() >= BYTES / 2);
              }
              return "done";
            },
            (_, bytes) -> seen.accumulateAndGet(bytes, Math::max));
    assertEquals("done", measured.result());
    assertTrue(measured.peakBytes() >= BYTES / 2, () -> "peak " + measured.peakBytes());
    assertTrue(measured.seconds() > 0);
  }

  @Test
  void whatFailsFails() {
    assertThrows(
        IOException.class,
        () ->
            PeakMemory.of(
                () -> {
                  throw new IOException("no");
                },
                (_, _) -> {}));
  }
}
