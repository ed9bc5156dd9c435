package dev.atoll.tensor.contract;

import dev.atoll.tensor.Csr;
import dev.atoll.tensor.SparseMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A sparse matrix of the host, for expectations: lists of elements per row. */
final class SparseExample {
  private final int rows;
  private final int cols;
  private final long[] rowStart;
  private final int[] column;

  private SparseExample(int rows, int cols, long[] rowStart, int[] column) {
    this.rows = rows;
    this.cols = cols;
    this.rowStart = rowStart;
    this.column = column;
  }

  int rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  long[] rowStart() {
    return rowStart;
  }

  int[] column() {
    return column;
  }

  /** A third of the rows is empty, the others hold up to 12 elements; the hub row holds more. */
  static SparseExample random(SplittableRandom random, int rows, int cols, int hubEdges) {
    long[] rowStart = new long[rows + 1];
    int hub = rows / 2;
    for (int v = 0; v < rows; v++) {
      int degree = cols == 0 || random.nextInt(3) == 0 ? 0 : random.nextInt(1, 13);
      degree = v == hub && cols > 0 ? hubEdges : degree;
      rowStart[v + 1] = rowStart[v] + degree;
    }
    int[] column = new int[(int) rowStart[rows]];
    for (int e = 0; e < column.length; e++) {
      column[e] = random.nextInt(cols);
    }
    return new SparseExample(rows, cols, rowStart, column);
  }

  int nonZeros() {
    return column.length;
  }

  Csr on(Lab lab) {
    return Csr.pattern(rows, cols, nonZeros(), lab.longs(rowStart), lab.ints(column));
  }

  /** The matrix in both orders. */
  SparseMatrix withTranspose(Lab lab) {
    int[] rowOf = rowOfEdges();
    long[] starts = new long[cols + 1];
    for (int u : column) {
      starts[u + 1]++;
    }
    Arrays.parallelPrefix(starts, Long::sum);
    int[] rowOfEntry = new int[nonZeros()];
    int[] edgeOf = new int[nonZeros()];
    long[] next = starts.clone();
    for (int e = 0; e < edgeOf.length; e++) {
      int entry = (int) next[column[e]]++;
      rowOfEntry[entry] = rowOf[e];
      edgeOf[entry] = e;
    }
    Csr transposed = Csr.pattern(cols, rows, nonZeros(), lab.longs(starts), lab.ints(rowOfEntry));
    return new SparseMatrix(on(lab), transposed, lab.ints(edgeOf));
  }

  /** The row of every edge. */
  int[] rowOfEdges() {
    int[] rowOf = new int[nonZeros()];
    for (int v = 0; v < rows; v++) {
      Arrays.fill(rowOf, (int) rowStart[v], (int) rowStart[v + 1], v);
    }
    return rowOf;
  }

  /** A term per edge of a row. */
  @FunctionalInterface
  interface Term {
    double of(int edge, int column);
  }

  double sum(int row, Term term) {
    double sum = 0;
    for (int e = (int) rowStart[row]; e < rowStart[row + 1]; e++) {
      sum += term.of(e, column[e]);
    }
    return sum;
  }

  double max(int row, Term term) {
    double max = Double.NEGATIVE_INFINITY;
    for (int e = (int) rowStart[row]; e < rowStart[row + 1]; e++) {
      max = Math.max(max, term.of(e, column[e]));
    }
    return max;
  }
}
