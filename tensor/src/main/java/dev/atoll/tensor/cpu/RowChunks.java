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

  void forRows(Matrix shape, IntConsumer body) {
    forRows(shape.rows(), shape.cols(), body);
  }

  void forRows(int rows, int cols, IntConsumer body) {
    team.ranges(
        rows,
        rowsPerChunk(cols),
        (from, to) -> {
          for (int r = from; r < to; r++) {
            body.accept(r);
          }
        });
  }

  static int rowsPerChunk(int cols) {
    return Math.max(1, CHUNK_ELEMENTS / Math.max(1, cols));
  }

  /** The sum of a term per row: first within each chunk, then over the chunks in order. */
  double sumOverRows(Matrix shape, IntToDoubleFunction term) {
    int step = rowsPerChunk(shape.cols());
    double[] sums = new double[Math.ceilDiv(shape.rows(), step)];
    team.ranges(
        shape.rows(),
        step,
        (from, to) -> sums[from / step] = sum(to - from, i -> term.applyAsDouble(from + i)));
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
