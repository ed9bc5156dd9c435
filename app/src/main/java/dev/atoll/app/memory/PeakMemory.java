package dev.atoll.app.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The most memory that a piece of work took: anonymous memory of this process that is resident,
 * heap and off-heap alike, above what it was at the beginning. Mapped files do not count. It is
 * looked at every few milliseconds, so shorter peaks may be missed; garbage that is not collected
 * yet counts. Where the system does not report it, only the heap is measured.
 */
public final class PeakMemory implements AutoCloseable {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ANONYMOUS = "RssAnon:";
  private static final int MILLIS_BETWEEN = 5;

  /** Receives the elapsed time and the memory of the work. */
  @FunctionalInterface
  public interface Watcher {
    void look(double seconds, long bytes);
  }

  /** Work to be measured. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /** The result of work, and its peak memory. */
  public record Measured<T>(T result, double seconds, long peakBytes) {}

  private final long begun = System.nanoTime();
  private final long before = residentBytes();
  private final Watcher watcher;
  private final Thread looking = new Thread(this::look, "atoll-peak-memory");
  private volatile long peak;

  private PeakMemory(Watcher watcher) {
    this.watcher = watcher;
    looking.setDaemon(true);
    looking.start();
  }

  /** Does the work. */
  public static <T> Measured<T> of(Work<T> work, Watcher watcher) throws IOException {
    try (PeakMemory memory = new PeakMemory(watcher)) {
      T result = work.run();
      memory.note();
      return new Measured<>(result, memory.seconds(), memory.peak);
    }
  }

  private double seconds() {
    return (System.nanoTime() - begun) * 1e-9;
  }

  private void look() {
    try {
      while (true) {
        Thread.sleep(MILLIS_BETWEEN);
        watcher.look(seconds(), note());
      }
    } catch (InterruptedException _) {
      return; // the work is done
    }
  }

  private synchronized long note() {
    long held = Math.max(0, residentBytes() - before);
    peak = Math.max(peak, held);
    return held;
  }

  private static long residentBytes() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(ANONYMOUS))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElseGet(PeakMemory::heapBytes);
    } catch (IOException _) {
      return heapBytes();
    }
  }

  private static long heapBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Override
  public void close() {
    looking.interrupt();
    boolean interrupted = false;
    while (looking.isAlive()) {
      try {
        looking.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
