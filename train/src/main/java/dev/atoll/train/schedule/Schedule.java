package dev.atoll.train.schedule;

import java.util.function.Supplier;

/**
 * The schedule of batch preparation: the slot {@code schedule}. It changes when work is done, never
 * the result. Equal settings are equal schedules.
 */
public interface Schedule {
  /** Whether batches are prepared while another is computed. */
  boolean preparesAhead();

  /** Whether stages of one batch may run side by side, so that it pays to cut work finely. */
  default boolean overlapsStages() {
    return false;
  }

  /**
   * The number of feature values from which the new nodes of a hop are fetched separately, if
   * stages overlap; smaller hops are fetched with the next one.
   */
  default long leastFetch() {
    return 0;
  }

  /**
   * Whether seeds, positives and negatives are sampled and fetched as branches of their own, side
   * by side, rather than as one neighbourhood.
   */
  default boolean branches() {
    return false;
  }

  /** Whether a rule decides when a batch is launched; its launches are recorded then. */
  default boolean launchesByRule() {
    return false;
  }

  /** The number of the worker's threads that prepare one batch. */
  default int threadsPerBatch(int threads) {
    return threads;
  }

  /**
   * Opens a pipeline without batches in preparation.
   *
   * @param newSlot allocates the buffers of one more batch
   * @param log is notified of every stage
   * @param threads of the worker
   */
  <B> Pipeline<B> open(
      SamplingDag<B> dag, Supplier<B> newSlot, StageLog log, WorkerThreads threads);

  /** A number of batches ahead; none is {@link Sequential}. */
  static Schedule ahead(int batches) {
    return batches == 0 ? new Sequential() : new Prefetch(batches);
  }
}
