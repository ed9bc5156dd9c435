package dev.atoll.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Some rows of a result by definition: terms added up in float64, without any kernel. The whole
 * result would take minutes where a GPU takes milliseconds. In the order of their numbers of terms
 * the rows are evenly spaced, so that the shortest and the longest are among them.
 */
final class ReferenceRows {
  private static final int MOST_ROWS = 4096;
  private static final int LEAST_ROWS = 4;

  /** The largest number of terms, about a second of one core. */
  private static final double MOST_TERMS = 1 << 28;

  private final int[] rows;
  private final double[][] sums;
  private final double[][] scales;

  private ReferenceRows(int... rows) {
    this.rows = rows;
    this.sums = new double[rows.length][];
    this.scales = new double[rows.length][];
  }

  static ReferenceRows of(Terms terms, int threads) {
    var reference = new ReferenceRows(spread(terms));
    Parallel.forEach(threads, reference.rows.length, i -> reference.compute(terms, i));
    return reference;
  }

  private static int[] spread(Terms terms) {
    long[] byCount = new long[terms.rows()];
    double all = 0;
    for (int row = 0; row < byCount.length; row++) {
      long count = terms.count().applyAsLong(row);
      byCount[row] = Math.min(count, Integer.MAX_VALUE) << Integer.SIZE | row;
      all += (double) count * terms.cols();
    }
    Arrays.parallelSort(byCount);
    double affordable = MOST_TERMS / Math.max(1, all) * byCount.length;
    int length = Math.min(byCount.length, (int) Math.clamp(affordable, LEAST_ROWS, MOST_ROWS));
    int[] rows = new int[length];
    long last = byCount.length - 1L;
    Arrays.setAll(rows, i -> (int) byCount[(int) (i * last / Math.max(1, length - 1))]);
    return rows;
  }

  private void compute(Terms terms, int i) {
    sums[i] = new double[terms.cols()];
    scales[i] = new double[terms.cols()];
    long count = terms.count().applyAsLong(rows[i]);
    for (long index = 0; index < count; index++) {
      for (int col = 0; col < terms.cols(); col++) {
        double term = terms.term().at(rows[i], col, index);
        sums[i][col] += term;
        scales[i][col] += term * term;
      }
    }
    for (int col = 0; col < terms.cols(); col++) {
      scales[i][col] = Math.max(Math.sqrt(scales[i][col]), Math.abs(sums[i][col]));
    }
  }

  int count() {
    return rows.length;
  }

  /**
   * The largest difference of an element from its reference sum, relative to the root of the sum of
   * the terms' squares, with which rounding errors grow, or to the sum if that is larger.
   *
   * @param kernels the name of the backend
   * @throws IllegalStateException when it is larger than the tolerance
   */
  double largestDifference(String kernels, double tolerance, Backend backend, Matrix result) {
    double largest = 0;
    try (Workspace passing = backend.newWorkspace();
        Arena arena = Arena.ofShared()) {
      Matrix full = result;
      if (result.type() != DType.F32) {
        full = passing.matrix(result.rows(), result.cols());
        backend.kernels().copy(result, full);
      }
      MemorySegment found = arena.allocate(JAVA_FLOAT, result.cols());
      for (int i = 0; i < rows.length; i++) {
        backend.download(full.rowsView(rows[i], rows[i] + 1), found);
        for (int col = 0; col < result.cols(); col++) {
          double difference = difference(i, col, found.getAtIndex(JAVA_FLOAT, col));
          if (!(difference <= tolerance)) { // also where it is NaN
            throw new IllegalStateException(
                "%s: wrong result: row %d, column %d is %s, expected %s ± %.1e"
                    .formatted(
                        kernels,
                        rows[i],
                        col,
                        found.getAtIndex(JAVA_FLOAT, col),
                        sums[i][col],
                        tolerance * scales[i][col]));
          }
          largest = Math.max(largest, difference);
        }
      }
    }
    return largest;
  }

  private double difference(int i, int col, float found) {
    return found == sums[i][col] ? 0 : Math.abs(found - sums[i][col]) / scales[i][col];
  }
}
