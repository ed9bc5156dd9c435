package dev.atoll.train.batch;

import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;

/** What one step trains on. */
public interface TrainingBatch extends Batch {
  /** From the model's rows of the targets to what the objective is of: those rows, or pairs. */
  default Var decode(Tape tape, Var rows) {
    return rows;
  }

  /** What training makes small for the targets of this batch. */
  BatchLoss loss();

  /**
   * Sends the gradients that the backward pass left in learnable input rows to the rows' owners.
   * All workers do it together, and meet again before the next step.
   */
  default void pushGradients() {}
}
