package dev.atoll.train.batch.sampled;

import dev.atoll.train.store.Columns;
import java.lang.foreign.MemorySegment;

/**
 * Reads the input rows of some steps together with the gradients of the loss by them, once the
 * backward pass is done.
 */
public interface InputReader {
  /** Whether the input of a step of the run is read; the gradients of other steps do not exist. */
  boolean reads(long step);

  /**
   * Takes the input of a step; called by the training thread.
   *
   * @param nodes of the rows, numbers after partitioning, int32
   * @param columns that were pulled from other workers
   */
  void take(MemorySegment nodes, int count, Columns columns, Elements elements);

  /** The elements of all rows, row by row, as often as wanted; zeros may be left out. */
  @FunctionalInterface
  interface Elements {
    void forEach(Visitor visitor);
  }

  /** Sees an element and the gradient of the loss by it. */
  @FunctionalInterface
  interface Visitor {
    void see(int row, int column, float element, float gradient);
  }
}
