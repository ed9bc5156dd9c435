package dev.atoll.app.command;

import dev.atoll.testkit.Await;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of a comparison hold no buffers when they are over, and end their threads. A JVM counts
 * direct buffers and automatic arenas; shared and confined arenas are not seen here.
 */
class LifetimesTest {
  private static final int COLLECTIONS = 20;

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
    long bytes = lowest(LifetimesTest::heldBytes);
    long threads = lowest(LifetimesTest::threads);
    compare("second", 2);
    awaitAtMost(bytes, "bytes", LifetimesTest::heldBytes);
    awaitAtMost(threads, "threads", LifetimesTest::threads);
  }

  /** The least that is held after any of several collections: memory is released after them. */
  private static long lowest(LongSupplier held) {
    return LongStream.generate(() -> collected(held)).limit(COLLECTIONS).min().orElseThrow();
  }

  private static void awaitAtMost(long most, String unit, LongSupplier held) throws Exception {
    Await.until("at most %d %s held".formatted(most, unit), () -> collected(held) <= most);
  }

  private static long collected(LongSupplier held) {
    System.gc();
    return held.getAsLong();
  }
}
