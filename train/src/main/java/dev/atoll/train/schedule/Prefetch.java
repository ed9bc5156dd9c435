package dev.atoll.train.schedule;

import java.util.function.Supplier;

/**
 * Prepares a fixed number of batches while another is computed. Batches are prepared in parallel,
 * each on few threads: a batch on all threads would mostly wait for its stages.
 *
 * @param ahead the number of batches; {@link #BY_THREADS} for the number of the worker's threads,
 *     from 2 to 16
 */
public record Prefetch(int ahead) implements Schedule {
  /** The number of batches ahead follows the worker's threads. */
  public static final int BY_THREADS = 0;

  private static final int FEWEST = 2;
  private static final int MOST = 16;

  public Prefetch {
    if (ahead < 0) {
      throw new IllegalArgumentException(
          "schedule.depth=" + ahead + ": expected 1 or more, or 0 for a number by threads");
    }
  }

  /** The number of batches ahead for a number of threads. */
  int depth(int threads) {
    return ahead == BY_THREADS ? Math.clamp(threads, FEWEST, MOST) : ahead;
  }

  @Override
  public int threadsPerBatch(int threads) {
    return Math.ceilDiv(threads, depth(threads));
  }

  @Override
  public boolean preparesAhead() {
    return true;
  }

  @Override
  public <B> Pipeline<B> open(
      SamplingDag<B> dag, Supplier<B> newSlot, StageLog log, WorkerThreads threads) {
    return new PrefetchPipeline<>(dag, newSlot, depth(threads.count()), log, threads);
  }
}
