package dev.atoll.train.batch;

import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;

/** The batch of a training step. */
public interface TrainingBatch extends Batch {
  /**
   * Maps the model's outputs for the targets to the arguments of the loss: the outputs themselves,
   * or scores of pairs.
   */
  default Var decode(Tape tape, Var rows) {
    return rows;
  }

  /** The loss of this batch's targets. */
  BatchLoss loss();

  /**
   * Sends the gradients of learnable embeddings to their owners. All workers do it together, and
   * synchronise before the next step.
   */
  default void pushGradients() {}
}
