package dev.atoll.train.batch;

/** What one step trains on. */
public interface TrainingBatch extends Batch {
  /** What training makes small for the targets of this batch. */
  Objective objective();

  /**
   * Sends the gradients that the backward pass left in learnable input rows to the rows' owners.
   * All workers do it together, and meet again before the next step.
   */
  default void pushGradients() {}
}
