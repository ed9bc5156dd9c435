package dev.atoll.train.evaluate;

import dev.atoll.train.event.Evaluation;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** Scores the outputs of a model on validation and test data. */
public interface Evaluator {
  /**
   * The rows of this worker that {@link #score} reads.
   *
   * @param count all rows of this worker
   */
  default int[] rows(int count) {
    return IntStream.range(0, count).toArray();
  }

  /**
   * Scores the outputs of all workers.
   *
   * @param logits of this worker's {@link #rows}, one element per class, tightly packed
   * @return the score of all workers' nodes, the same on each of them
   */
  Evaluation score(MemorySegment logits);
}
