package dev.atoll.train.evaluate;

import java.lang.foreign.MemorySegment;

/** Scores the outputs of a model on validation and test data. */
public interface Evaluator {
  /**
   * Scores the outputs of all workers.
   *
   * @param logits of this worker's nodes, rows of one element per class, tightly packed
   * @return the score of all workers' nodes, the same on each of them
   */
  Evaluation score(MemorySegment logits);
}
