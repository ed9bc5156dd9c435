package dev.atoll.train.schedule;

import java.util.List;

/**
 * Makes the batches of an epoch's steps and hands them out in their order. When a batch is made
 * does not change what it is.
 *
 * @param <B> a batch, in a slot that is used again for later steps
 */
public interface Pipeline<B> extends AutoCloseable {
  /** Tells a slot the step whose batch it makes. */
  @FunctionalInterface
  interface Assignment<B> {
    void assign(int step, B slot);
  }

  /**
   * Turns to other steps; what is still under way is waited for and forgotten.
   *
   * @param first the step that is taken next
   * @param steps of the epoch
   */
  void begin(Assignment<B> assignment, int first, int steps);

  /** The batch of the next step; valid until the one after it is taken. */
  B take(int step);

  /** All slots. */
  Iterable<B> slots();

  /** The launches since the last call, where batches are launched by a rule. */
  default List<Launch> takeLaunches() {
    return List.of();
  }

  /** Waits for what is under way, and makes no more batches. */
  @Override
  void close();
}
