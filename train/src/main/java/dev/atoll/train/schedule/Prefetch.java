package dev.atoll.train.schedule;

import java.util.function.Supplier;

/**
 * A fixed number of batches is prepared, each by a thread, while another is computed.
 *
 * @param ahead that number
 */
public record Prefetch(int ahead) implements Schedule {
  public Prefetch {
    if (ahead < 1) {
      throw new IllegalArgumentException("schedule.depth=" + ahead + ": expected 1 or more");
    }
  }

  @Override
  public boolean preparesAhead() {
    return true;
  }

  @Override
  public <B> Pipeline<B> open(
      SamplingDag<B> dag, Supplier<B> newSlot, StageLog log, WorkerThreads threads) {
    return new PrefetchPipeline<>(dag, newSlot, ahead, log, threads.named("prefetch"));
  }
}
