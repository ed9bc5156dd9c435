package dev.atoll.app.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeakMemoryTest {
  private static final long BYTES = 64L << 20;

  @Test
  void memoryBesideTheHeapCounts() throws IOException {
    var sampled = new CountDownLatch(1);
    PeakMemory.Measured<String> measured =
        PeakMemory.of(
            () -> {
              try (Arena arena = Arena.ofConfined()) {
                arena.allocate(BYTES).fill((byte) 1);
                assertTrue(sampled.await(2, TimeUnit.MINUTES), "no sample of it");
              } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
              }
              return "done";
            },
            (_, bytes) -> {
              if (bytes >= BYTES / 2) {
                sampled.countDown();
              }
            });
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
