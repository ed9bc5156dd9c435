package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;

/** The destination of feature rows: a dense matrix, or lists of non-zeros. */
public sealed interface RowSink permits RowSink.Dense, NonZeroRows {
  /** Keeps some columns of a row that is there as a whole. */
  void restrict(int place, Columns columns);

  /**
   * A dense matrix that receives all elements.
   *
   * @param matrix in host memory
   */
  record Dense(Matrix matrix) implements RowSink {
    @Override
    public void restrict(int place, Columns columns) {
      columns.restrict(matrix.data(), offset(place), matrix.cols());
    }

    /** The offset of a row, in bytes. */
    long offset(int place) {
      return place * matrix.rowBytes();
    }
  }
}
