package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;

/** Where rows that are read go: all cells of them to a matrix, or those that are not zero. */
public sealed interface RowSink permits RowSink.Dense, NonZeroRows {
  /**
   * All cells.
   *
   * @param matrix in host memory
   */
  record Dense(Matrix matrix) implements RowSink {
    /** Where a row begins, in bytes. */
    long offset(int place) {
      return place * matrix.rowBytes();
    }
  }
}
