package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;

/** The destination of feature rows: a dense matrix, or lists of non-zeros. */
public sealed interface RowSink permits RowSink.Dense, NonZeroRows {
  /**
   * All elements.
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
