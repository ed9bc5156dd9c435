package dev.atoll.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class AwaitTest {
  @Test
  void aConditionIsTriedUntilItHolds() throws Exception {
    var tries = new AtomicInteger();
    Await.until("the third try", () -> tries.incrementAndGet() == 3);
    assertEquals(3, tries.get());
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> Await.until("the impossible", () -> false));
    assertFalse(Thread.interrupted());
  }

  @Test
  void threadsWaitOrHaveEnded() throws Exception {
    var latch = new CountDownLatch(1);
    Thread waits =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    latch.await();
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    Thread ends = Thread.ofPlatform().start(() -> {});
    Await.blocked(List.of(waits, ends));
    assertEquals(1, latch.getCount());
    assertTrue(waits.isAlive());
    assertFalse(ends.isAlive());
    latch.countDown();
    waits.join();
  }

  @Test
  void aTimeEndsIt() throws Exception {
    assertFalse(Await.within(Duration.ofNanos(1), () -> false));
    assertTrue(Await.within(Duration.ZERO, () -> true), "a condition is tried once");
  }
}
