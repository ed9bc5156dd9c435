package dev.atoll.train.store;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.Matrix;

/** The destination of feature rows: a dense matrix, or lists of non-zeros. */
public sealed interface RowSink permits RowSink.Dense, NonZeroRows {
  /** Rows that are worth a thread of their own. */
  int ROWS_PER_CHUNK = 2048;

  /** Keeps some columns of a row that is there as a whole. */
  void restrict(int place, Columns columns);

  /** Whether several threads may write rows at the same time. */
  boolean isConcurrent();

  /** The number of threads that may write rows at the same time, of those available. */
  default int threads(int available) {
    return isConcurrent() ? available : 1;
  }

  /** Runs code that writes rows over ranges of them, on the threads that may write. */
  default void forEachRange(int threads, int rows, Parallel.RangeBody body) {
    Parallel.forEachRange(threads(threads), rows, ROWS_PER_CHUNK, body);
  }

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

    @Override
    public boolean isConcurrent() {
      return true;
    }

    /** The offset of a row, in bytes. */
    long offset(int place) {
      return place * matrix.rowBytes();
    }
  }
}
