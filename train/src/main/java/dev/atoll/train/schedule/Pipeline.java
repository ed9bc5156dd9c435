package dev.atoll.train.schedule;

import java.util.List;

/**
 * Prepares the batches of an epoch's steps and returns them in order. The schedule does not change
 * the batches.
 *
 * @param <B> a batch, in a slot that is used again for later steps
 */
public interface Pipeline<B> extends AutoCloseable {
  /** Sets the step whose batch a slot prepares. */
  @FunctionalInterface
  interface Assignment<B> {
    void assign(int step, B slot);

    /**
     * The first step from whose taking on a batch can be prepared without waiting for training.
     *
     * @param step of the batch
     * @return at most that step
     */
    default int preparableFrom(int step) {
      return 0;
    }
  }

  /**
   * Starts another range of steps; batches in progress are awaited and dropped.
   *
   * @param first the step that is taken next
   * @param steps of the epoch
   */
  void begin(Assignment<B> assignment, int first, int steps);

  /** The batch of the next step; valid until the one after it is taken. */
  B take(int step);

  /** The slots of all batches. */
  Iterable<B> slots();

  /** The launches since the last call, where batches are launched by a rule. */
  default List<Launch> takeLaunches() {
    return List.of();
  }

  /** Waits for batches in progress, and prepares no more. */
  @Override
  void close();
}
