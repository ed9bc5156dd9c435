package dev.atoll.bench.jmh;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A CPU backend with random operands. */
final class Cpu implements AutoCloseable {
  private final Backend backend;
  private final Workspace memory;
  private final SplittableRandom random = new SplittableRandom(1);

  Cpu(int threads) {
    backend = CpuBackend.open(threads);
    memory = backend.newWorkspace();
  }

  Backend backend() {
    return backend;
  }

  Matrix matrix(int rows, int cols) {
    Matrix m = memory.matrix(rows, cols);
    float[] row = new float[cols];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        row[c] = (float) random.nextDouble(-1, 1);
      }
      backend.upload(MemorySegment.ofArray(row), m.rowsView(r, r + 1));
    }
    return m;
  }

  Buffer rows(int count, int bound) {
    Buffer rows = memory.buffer(DType.I32, count);
    backend.upload(MemorySegment.ofArray(random.ints(count, 0, bound).toArray()), rows);
    return rows;
  }

  /**
   * A graph whose nodes have {@code degree} neighbours, four in five of them among the thousand
   * around.
   */
  Csr communities(int nodes, int degree) {
    int[] place = shuffled(nodes);
    int[] column = new int[nodes * degree];
    for (int v = 0; v < nodes; v++) {
      int from = place[v] * degree;
      int around = v / 1000 * 1000;
      for (int i = 0; i < degree; i++) {
        boolean near = random.nextInt(5) > 0;
        int u =
            near ? around + random.nextInt(Math.min(1000, nodes - around)) : random.nextInt(nodes);
        column[from + i] = place[u];
      }
      Arrays.sort(column, from, from + degree);
    }
    long[] rowStart = new long[nodes + 1];
    Arrays.setAll(rowStart, v -> (long) v * degree);
    Buffer starts = memory.buffer(DType.I64, rowStart.length);
    Buffer columns = memory.buffer(DType.I32, column.length);
    backend.upload(MemorySegment.ofArray(rowStart), starts);
    backend.upload(MemorySegment.ofArray(column), columns);
    return Csr.pattern(nodes, nodes, column.length, starts, columns);
  }

  private int[] shuffled(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  @Override
  public void close() {
    memory.close();
    backend.close();
  }
}
