package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Matrix;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;

/**
 * Splits the rows of a matrix into chunks and runs them on a thread team. The size of a chunk
 * depends on the shape only, so the bits of a result do not depend on the number of threads.
 */
record RowChunks(ThreadTeam team) {
  /** About this many elements make a chunk. */
  private static final int CHUNK_ELEMENTS = 1 << 14;

  /**
   * Takes every row through all passes, while it is in the nearest cache. Work on a row that would
   * be too large for the compiler as a whole is several passes, each compiled by itself.
   */
  void forRows(Matrix shape, IntConsumer... passes) {
    forRows(shape.rows(), shape.cols(), passes);
  }

  void forRows(int rows, int cols, IntConsumer... passes) {
    team.ranges(
        rows,
        rowsPerChunk(cols),
        (from, to) -> {
          for (int r = from; r < to; r++) {
            for (IntConsumer pass : passes) {
              pass.accept(r);
            }
          }
        });
  }

  static int rowsPerChunk(int cols) {
    return Math.max(1, CHUNK_ELEMENTS / Math.max(1, cols));
  }

  /**
   * The sum of the terms of all rows: first within each chunk, then over the chunks in order. Terms
   * of a row are taken one after the other, as the passes of {@link #forRows}.
   */
  double sumOverRows(Matrix shape, IntToDoubleFunction... terms) {
    int step = rowsPerChunk(shape.cols());
    double[] sums = new double[Math.ceilDiv(shape.rows(), step)];
    team.ranges(
        shape.rows(),
        step,
        (from, to) -> {
          double sum = 0;
          for (int r = from; r < to; r++) {
            for (IntToDoubleFunction term : terms) {
              sum += term.applyAsDouble(r);
            }
          }
          sums[from / step] = sum;
        });
    return sum(sums.length, i -> sums[i]);
  }

  /** The sum of the terms 0 to {@code count − 1}, in order. */
  static double sum(int count, IntToDoubleFunction term) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += term.applyAsDouble(i);
    }
    return sum;
  }
}
