package dev.atoll.train.schedule.twolevel;

import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.StageLog;
import dev.atoll.train.schedule.WorkerThreads;
import java.util.function.Supplier;

/**
 * Two-level scheduling (ByteGNN): a batch is launched when a score of CPU use, times and waiting
 * batches reaches a threshold, and its stages run by priority beside those of other batches.
 *
 * @param threshold σ, which the score must reach
 * @param most batches that may be launched and not yet computed
 * @param leastFetch feature values from which a hop is fetched by itself
 * @param branching of seeds, positives and negatives
 */
public record TwoLevel(double threshold, int most, long leastFetch, Branching branching)
    implements Schedule {
  /** The neighbourhoods of a batch of pairs. */
  public enum Branching {
    /** One of all nodes: each is sampled and fetched once. */
    JOINED,
    /** One of seeds, one of positives, one of negatives, side by side, as published. */
    PARALLEL
  }

  /** With fetches of every hop, and one neighbourhood. */
  public TwoLevel(double threshold, int most) {
    this(threshold, most, 0, Branching.JOINED);
  }

  public TwoLevel {
    if (!(threshold >= 0)) {
      throw new IllegalArgumentException(
          "schedule.threshold=" + threshold + ": expected 0 or more");
    }
    if (most < 2) {
      throw new IllegalArgumentException(
          "schedule.most=%d: expected at least 2 batches, one to compute and one to make"
              .formatted(most));
    }
  }

  @Override
  public boolean preparesAhead() {
    return true;
  }

  @Override
  public boolean overlapsStages() {
    return true;
  }

  @Override
  public boolean branches() {
    return branching == Branching.PARALLEL;
  }

  @Override
  public boolean launchesByRule() {
    return true;
  }

  /** As many stages run side by side as there are threads. */
  @Override
  public int threadsPerBatch(int threads) {
    return 1;
  }

  @Override
  public <B> Pipeline<B> open(
      SamplingDag<B> dag, Supplier<B> newSlot, StageLog log, WorkerThreads threads) {
    return new TwoLevelPipeline<>(
        dag, newSlot, threshold, most, threads.count(), log, threads.named("task"));
  }
}
