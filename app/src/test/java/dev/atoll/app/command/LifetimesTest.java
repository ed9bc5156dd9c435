package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of a comparison hold no buffers when they are over, and end their threads. A JVM counts
 * direct buffers and automatic arenas; shared and confined arenas are not seen here.
 */
class LifetimesTest {
  private static final int MOST_COLLECTIONS = 50;

  @TempDir private Path folder;

  /** Bytes of direct buffers and automatic arenas that are not released. */
  private static long heldBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("atoll-"))
        .count();
  }

  private void compare(String name, int seeds) throws IOException {
    Outcome.of(
            "compare",
            "--recipes",
            "distdgl,bytegnn,placement,dgs,bns-gcn",
            "--workers",
            "2",
            "--seeds",
            "" + seeds,
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--quiet",
            "--out",
            folder.resolve(name).toString())
        .succeeded();
  }

  @Test
  void comparisonsGiveEverythingBack() throws Exception {
    compare("first", 1);
    long bytes = settled(LifetimesTest::heldBytes, 0);
    long threads = settled(LifetimesTest::threads, 0);
    compare("second", 2);
    assertEquals(bytes, settled(LifetimesTest::heldBytes, bytes), "bytes");
    assertEquals(threads, settled(LifetimesTest::threads, threads), "threads");
  }

  /**
   * What is held once threads had time to end, and the collector to release what nothing refers to;
   * {@code expected} where it is less.
   */
  private static long settled(LongSupplier held, long expected) throws InterruptedException {
    long now = held.getAsLong();
    for (int i = 0; i < MOST_COLLECTIONS && now > expected; i++) {
      System.gc();
      Thread.sleep(20);
      now = held.getAsLong();
    }
    return Math.max(now, expected);
  }
}
