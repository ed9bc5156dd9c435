package dev.atoll.train.evaluate;

import java.lang.foreign.MemorySegment;

/** Scores what the workers give for their nodes. */
public interface Evaluator {
  /**
   * Scores the outputs of all workers.
   *
   * @param logits of this worker's nodes, rows of one cell per class, tightly packed
   * @return the score of all workers' nodes, the same on each of them
   */
  Evaluation score(MemorySegment logits);
}
