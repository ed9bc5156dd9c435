package dev.atoll.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Heap memory that code allocates. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int ROUNDS = 600;

  /** The compiler's time, on a machine that does other things too. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private Allocation() {}

  /** Bytes that the calling thread allocates in the body. */
  public static long bytesOf(Runnable body) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    body.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /**
   * Bytes that a call allocates once the compiler is done with it: the fewest of many calls, which
   * end when they are few enough.
   *
   * @param allowed the bytes that are few enough
   */
  public static long settledBytesOf(long allowed, Runnable body) {
    long start = System.nanoTime();
    long least = Long.MAX_VALUE;
    for (int round = 0;
        least > allowed && (round < ROUNDS || System.nanoTime() - start < PATIENCE_NANOS);
        round++) {
      least = Math.min(least, bytesOf(body));
    }
    return least;
  }
}
