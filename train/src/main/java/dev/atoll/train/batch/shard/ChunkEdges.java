package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Csr;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import java.util.Arrays;

/** A sparse matrix that is written row by row, in memory that is used again. */
final class ChunkEdges {
  private long[] starts = new long[1 << 10];
  private int[] columns = new int[1 << 12];
  private float[] weights = {};
  private int rows;
  private int count;

  /** Forgets all rows. */
  void begin() {
    rows = 0;
    count = 0;
  }

  void add(int column) {
    if (count == columns.length) {
      columns = Arrays.copyOf(columns, Math.multiplyExact(2, count));
    }
    columns[count++] = column;
  }

  void endRow() {
    if (++rows == starts.length) {
      starts = Arrays.copyOf(starts, 2 * rows);
    }
    starts[rows] = count;
  }

  int count() {
    return count;
  }

  /** A weight for every edge. */
  float[] weights(HostCsr.Weigher weigher) {
    if (weights.length < count) {
      weights = new float[columns.length];
    }
    for (int row = 0; row < rows; row++) {
      for (int e = (int) starts[row]; e < starts[row + 1]; e++) {
        weights[e] = weigher.weight(row, columns[e]);
      }
    }
    return weights;
  }

  Csr csr(DeviceMemory memory, int cols) {
    return Csr.pattern(
        rows, cols, count, memory.longs(starts, rows + 1), memory.ints(columns, count));
  }
}
