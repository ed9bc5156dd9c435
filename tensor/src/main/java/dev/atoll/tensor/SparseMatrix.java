package dev.atoll.tensor;

/**
 * A sparse matrix in both orders, so that products with it and with its transpose are both sums
 * over rows: no two threads write one row, and the order of summation is fixed.
 *
 * @param byRow the matrix
 * @param byColumn its transpose; null when no gradient is propagated through the matrix
 * @param edgeOf the index in {@code byRow} of edge {@code i} of {@code byColumn} ({@link
 *     DType#I32}); needed only when the edges carry values computed on the tape (attention), null
 *     otherwise
 */
public record SparseMatrix(Csr byRow, Csr byColumn, Buffer edgeOf) {
  public SparseMatrix {
    if (byColumn != null
        && (byRow.rows() != byColumn.cols()
            || byRow.cols() != byColumn.rows()
            || byRow.nonZeros() != byColumn.nonZeros())) {
      throw new IllegalArgumentException(
          "byColumn (%d×%d, %d edges) is not the transpose of byRow (%d×%d, %d edges)"
              .formatted(
                  byColumn.rows(),
                  byColumn.cols(),
                  byColumn.nonZeros(),
                  byRow.rows(),
                  byRow.cols(),
                  byRow.nonZeros()));
    }
  }

  /** A matrix that only constants are multiplied by. */
  public static SparseMatrix forwardOnly(Csr byRow) {
    return new SparseMatrix(byRow, null, null);
  }

  public int rows() {
    return byRow.rows();
  }

  public int cols() {
    return byRow.cols();
  }

  public long nonZeros() {
    return byRow.nonZeros();
  }
}
