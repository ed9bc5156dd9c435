package dev.atoll.tensor.cpu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Seconds that calls of kernels take where every thread of the team has a core. On a machine with
 * other load it is chance which thread runs how many chunks of a call; the CPU time of all chunks
 * together is not.
 *
 * <pre>
 *   seconds = CPU time of the caller outside shared work
 *           + Σ CPU time of the chunks of shared work / threads that can have one
 * </pre>
 */
final class ChunkMeter {
  private static final double NANO = 1e-9;
  private static final long AWAIT_NANOS = 1_000;

  private final LongSupplier cpuNanos;

  /** CPU time of all threads in chunks. */
  private final LongAdder chunkNanos = new LongAdder();

  /** Threads that may have chunks whose time is not added yet. */
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * CPU time of the caller in shared work; {@code evenNanos} is that time with a core for every
   * thread.
   */
  private long callerNanos;

  private double evenNanos;

  /**
   * @param cpuNanos CPU time of the current thread
   */
  ChunkMeter(LongSupplier cpuNanos) {
    this.cpuNanos = cpuNanos;
  }

  /** The seconds of calls that the current thread makes. */
  double seconds(Runnable calls) {
    callerNanos = 0;
    evenNanos = 0;
    long begun = cpuNanos.getAsLong();
    calls.run();
    return Math.max(1, cpuNanos.getAsLong() - begun - callerNanos + evenNanos) * NANO;
  }

  /** Runs work that is shared among threads; returns when all its chunks are done. */
  void share(int threads, Runnable work) {
    chunkNanos.reset();
    long begun = cpuNanos.getAsLong();
    work.run();
    while (inside.get() > 0) {
      LockSupport.parkNanos(this, AWAIT_NANOS);
    }
    callerNanos += cpuNanos.getAsLong() - begun;
    evenNanos += (double) chunkNanos.sum() / threads;
  }

  /** Runs chunks, if there are any left. */
  boolean chunks(BooleanSupplier work) {
    inside.incrementAndGet();
    long begun = cpuNanos.getAsLong();
    try {
      return work.getAsBoolean();
    } finally {
      chunkNanos.add(cpuNanos.getAsLong() - begun);
      inside.decrementAndGet();
    }
  }
}
