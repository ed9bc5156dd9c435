package dev.atoll.train.schedule;

import java.util.function.Supplier;

/** Decides when the tasks of which batch run. */
public interface Scheduler {
  /** Whether tasks of one batch may run side by side, so that it pays to cut work finely. */
  boolean overlapsTasks();

  /**
   * Begins with no batch under way.
   *
   * @param newSlot makes a slot for one more batch
   * @param log hears of every task
   */
  <B> Pipeline<B> open(SamplingDag<B> dag, Supplier<B> newSlot, StageLog log);

  /**
   * So many batches are made, each by a thread, while another is computed; see {@link
   * PrefetchPipeline}.
   */
  record Ahead(int batches, String threadName) implements Scheduler {
    @Override
    public boolean overlapsTasks() {
      return false;
    }

    @Override
    public <B> Pipeline<B> open(SamplingDag<B> dag, Supplier<B> newSlot, StageLog log) {
      return new PrefetchPipeline<>(dag, newSlot, batches, log, threadName);
    }
  }

  /** Batches are launched by a score, tasks run by priority; see {@link TwoLevelPipeline}. */
  record TwoLevel(double threshold, int most, int threads, String threadName) implements Scheduler {
    @Override
    public boolean overlapsTasks() {
      return true;
    }

    @Override
    public <B> Pipeline<B> open(SamplingDag<B> dag, Supplier<B> newSlot, StageLog log) {
      return new TwoLevelPipeline<>(dag, newSlot, threshold, most, threads, log, threadName);
    }
  }
}
