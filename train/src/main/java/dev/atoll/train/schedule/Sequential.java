package dev.atoll.train.schedule;

import java.util.function.Supplier;

/** A batch is prepared when the one before has been computed. */
public record Sequential() implements Schedule {
  @Override
  public boolean preparesAhead() {
    return false;
  }

  @Override
  public <B> Pipeline<B> open(
      SamplingDag<B> dag, Supplier<B> newSlot, StageLog log, WorkerThreads threads) {
    return new PrefetchPipeline<>(dag, newSlot, 0, log, threads);
  }
}
