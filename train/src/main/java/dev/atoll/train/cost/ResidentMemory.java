package dev.atoll.train.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The most anonymous memory of this process that was resident while it was watched: heap, native
 * memory and the JVM itself, without mapped files. It is looked at every few milliseconds, so
 * shorter peaks may be missed; garbage that is not collected yet counts. Where the system does not
 * report it, only the heap is measured.
 */
public final class ResidentMemory implements AutoCloseable {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ANONYMOUS = "RssAnon:";
  private static final int MILLIS_BETWEEN = 20;

  private final Thread watching = new Thread(this::watch, "atoll-resident-memory");
  private long peak;

  private ResidentMemory() {
    note();
    watching.setDaemon(true);
    watching.start();
  }

  /** Watches from now on. */
  public static ResidentMemory watched() {
    return new ResidentMemory();
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(MILLIS_BETWEEN);
        note();
      }
    } catch (InterruptedException _) {
      return; // closed
    }
  }

  private synchronized void note() {
    peak = Math.max(peak, bytes());
  }

  /** The peak so far. */
  public synchronized long peakBytes() {
    note();
    return peak;
  }

  /** Anonymous memory of this process that is resident now. */
  public static long bytes() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(ANONYMOUS))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElseGet(ResidentMemory::heapBytes);
    } catch (IOException _) {
      return heapBytes();
    }
  }

  private static long heapBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Override
  public void close() {
    watching.interrupt();
  }
}
