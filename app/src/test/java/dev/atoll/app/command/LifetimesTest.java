package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a comparison give back all memory outside of the heap, and their threads. */
class LifetimesTest {
  private static final int MOST_COLLECTIONS = 50;

  @TempDir private Path folder;

  /** Bytes of memory segments and buffers that are not released. */
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
    long before = held(0);
    long threads = threads();
    compare("second", 2);
    assertEquals(before, held(before), "bytes");
    assertEquals(threads, threads(), "threads");
  }

  /** The bytes held once the collector has released what nothing refers to. */
  private static long held(long expected) throws InterruptedException {
    long held = heldBytes();
    for (int i = 0; i < MOST_COLLECTIONS && held > expected; i++) {
      System.gc();
      Thread.sleep(20);
      held = heldBytes();
    }
    return Math.max(held, expected);
  }
}
