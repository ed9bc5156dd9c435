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
 * @param most the largest number of launched batches that are not yet computed
 * @param leastFetch the number of feature values from which a hop is fetched separately
 * @param branching the neighbourhoods of seeds, positives and negatives
 */
public record TwoLevel(double threshold, int most, long leastFetch, Branching branching)
    implements Schedule {
  /** The neighbourhoods of a batch of pairs. */
  public enum Branching {
    /** One neighbourhood of all nodes: each node is sampled and fetched once. */
    JOINED,
    /**
     * Separate neighbourhoods of seeds, positives and negatives, drawn in parallel as published and
     * joined hop by hop: the rows of a hop are fetched once, where the published branches fetch
     * their own.
     */
    PARALLEL
  }

  /** Creates a schedule that fetches every hop separately and samples one neighbourhood. */
  public TwoLevel(double threshold, int most) {
    this(threshold, most, 0, Branching.JOINED);
  }

  public TwoLevel {
    if (!(threshold >= 0)) {
      throw new IllegalArgumentException("launch score " + threshold + ": expected 0 or more");
    }
    if (most < 2) {
      throw new IllegalArgumentException(
          "%d batches under way: expected at least 2, one to compute and one to make"
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

  /** One thread per batch, as many stages run in parallel. */
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
