package dev.atoll.app.memory;

import dev.atoll.train.cost.ResidentMemory;
import java.io.IOException;

/**
 * The peak memory of some work: resident anonymous memory of this process, heap and off-heap, above
 * its value at the start. Mapped files do not count. It is sampled every few milliseconds, so
 * shorter peaks may be missed; uncollected garbage counts. If the system does not report it, only
 * the heap is measured.
 */
public final class PeakMemory implements AutoCloseable {
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
  public record Measured<T>(T result, double seconds, long peakBytes) {
    /** The same figures with a part of the result. */
    public <P> Measured<P> with(P part) {
      return new Measured<>(part, seconds, peakBytes);
    }
  }

  private final long begun = System.nanoTime();
  private final long before = ResidentMemory.bytes();
  private final Watcher watcher;
  private final Thread looking = new Thread(this::look, "atoll-peak-memory");
  private volatile long peak;

  private PeakMemory(Watcher watcher) {
    this.watcher = watcher;
    looking.setDaemon(true);
    looking.start();
  }

  /** Runs the work. */
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
    long held = Math.max(0, ResidentMemory.bytes() - before);
    peak = Math.max(peak, held);
    return held;
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
