package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.store.FeatureStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The feature rows that explanations of a shard need, read once and cached: remote rows are
 * transferred once in a run. Sparse where most elements are zero.
 *
 * <pre>
 *   all    core nodes | halo nodes
 *   star   means of groups of core nodes | some halo nodes, another part in each explanation
 * </pre>
 */
final class ExplanationRows {
  private static final int CHUNK_ROWS = 1024;

  /** The largest share of non-zeros at which features are multiplied as sparse. */
  private static final double DENSEST_SPARSE = 0.1;

  private final Matrix dense;
  private final SparseMatrix sparse;
  private final int core;

  private ExplanationRows(Matrix dense, SparseMatrix sparse, int core) {
    this.dense = dense;
    this.sparse = sparse;
    this.core = core;
  }

  static ExplanationRows read(DeviceMemory memory, Shard shard, FeatureStore store) {
    try (Workspace workspace = memory.backend().newWorkspace()) {
      var reader = new Reader(shard, store, workspace);
      return reader.isSparse()
          ? sparse(memory, reader, shard.coreCount())
          : dense(memory, reader, shard.coreCount());
    }
  }

  private static ExplanationRows dense(DeviceMemory memory, Reader reader, int core) {
    Matrix rows = memory.matrix(reader.rows(), reader.width);
    reader.forEach(
        (first, chunk) -> {
          try (Arena scratch = Arena.ofConfined()) {
            MemorySegment packed = scratch.allocate(JAVA_FLOAT, (long) chunk.length * reader.width);
            for (int i = 0; i < chunk.length; i++) {
              MemorySegment.copy(
                  chunk[i],
                  0,
                  packed,
                  JAVA_FLOAT,
                  (long) i * reader.width * Float.BYTES,
                  reader.width);
            }
            memory.backend().upload(packed, rows.rowsView(first, first + chunk.length));
          }
        });
    return new ExplanationRows(rows, null, core);
  }

  private static ExplanationRows sparse(DeviceMemory memory, Reader reader, int core) {
    var elements = new NonZeros(reader.rows());
    reader.forEach(
        (first, chunk) -> {
          for (int i = 0; i < chunk.length; i++) {
            elements.add(first + i, chunk[i]);
          }
        });
    try (Arena scratch = Arena.ofShared()) {
      return new ExplanationRows(
          null, SparseMatrix.forwardOnly(memory.csr(elements.csr(reader.width, scratch))), core);
    }
  }

  /** The rows of all nodes. */
  Var all(Tape tape) {
    return dense != null ? tape.constant(dense) : tape.constant(sparse);
  }

  /**
   * The means of groups of core nodes, and halo nodes.
   *
   * @param places of the halo nodes
   * @param shift of the columns of halo nodes: 0, or the width, so that each kind of row has
   *     columns of its own
   */
  Function<Tape, Var> star(PooledNodes pooled, int[] places, int shift, DeviceMemory memory) {
    float[][] means = means(pooled);
    if (dense != null) {
      Matrix rows = memory.matrix(means.length + places.length, shift + dense.cols());
      rows.data().fill((byte) 0);
      for (int g = 0; g < means.length; g++) {
        MemorySegment.copy(
            means[g], 0, rows.data(), JAVA_FLOAT, g * rows.rowBytes(), means[g].length);
      }
      for (int i = 0; i < places.length; i++) {
        MemorySegment.copy(
            dense.data(),
            (core + places[i]) * dense.rowBytes(),
            rows.data(),
            (means.length + i) * rows.rowBytes() + (long) shift * Float.BYTES,
            (long) dense.cols() * Float.BYTES);
      }
      return tape -> tape.constant(rows);
    }
    var elements = new NonZeros(means.length + places.length);
    for (int g = 0; g < means.length; g++) {
      elements.add(g, means[g]);
    }
    for (int i = 0; i < places.length; i++) {
      elements.copy(means.length + i, sparse.byRow(), core + places[i], shift);
    }
    try (Arena scratch = Arena.ofShared()) {
      SparseMatrix rows = memory.sparse(elements.csr(shift + sparse.cols(), scratch));
      return tape -> tape.constant(rows);
    }
  }

  int width() {
    return dense != null ? dense.cols() : sparse.cols();
  }

  private float[][] means(PooledNodes pooled) {
    int width = width();
    double[][] sums = new double[pooled.groups()][width];
    for (int v = 0; v < core; v++) {
      addTo(sums[pooled.groupOf()[v]], v);
    }
    int[] sizes = pooled.sizes();
    float[][] means = new float[sums.length][width];
    for (int g = 0; g < means.length; g++) {
      for (int c = 0; c < width; c++) {
        means[g][c] = (float) (sums[g][c] / sizes[g]);
      }
    }
    return means;
  }

  private void addTo(double[] sums, int row) {
    if (dense != null) {
      for (int c = 0; c < sums.length; c++) {
        sums[c] += dense.data().get(JAVA_FLOAT, row * dense.rowBytes() + (long) c * Float.BYTES);
      }
      return;
    }
    Csr rows = sparse.byRow();
    long end = rows.rowStart().data().getAtIndex(JAVA_LONG, row + 1L);
    for (long e = rows.rowStart().data().getAtIndex(JAVA_LONG, row); e < end; e++) {
      sums[rows.column().data().getAtIndex(JAVA_INT, e)] +=
          rows.weight().data().getAtIndex(JAVA_FLOAT, e);
    }
  }

  /** Reads rows in their order, a chunk at a time, into a reused buffer. */
  private static final class Reader {
    private final Shard shard;
    private final FeatureStore store;
    private final int width;
    private final Workspace workspace;

    Reader(Shard shard, FeatureStore store, Workspace workspace) {
      this.workspace = workspace;
      this.shard = shard;
      this.store = store;
      this.width = store.width();
    }

    @FunctionalInterface
    interface Sink {
      void take(int first, float[]... rows);
    }

    int rows() {
      return shard.coreCount() + shard.haloCount();
    }

    /** Decides by a sample of the first rows. */
    boolean isSparse() {
      int count = Math.min(CHUNK_ROWS, shard.coreCount());
      long nonZero = 0;
      for (float[] row : chunk(0, count)) {
        for (float element : row) {
          nonZero += element != 0 ? 1 : 0;
        }
      }
      return nonZero < DENSEST_SPARSE * count * width;
    }

    void forEach(Sink sink) {
      for (int first = 0; first < rows(); first += CHUNK_ROWS) {
        sink.take(first, chunk(first, Math.min(CHUNK_ROWS, rows() - first)));
      }
    }

    private int node(int place) {
      int core = shard.coreCount();
      return place < core ? shard.book().first(shard.part()) + place : shard.haloNode(place - core);
    }

    /** Rows of core and halo nodes by their indices. */
    private float[][] chunk(int first, int count) {
      int[] nodes = new int[count];
      Arrays.setAll(nodes, i -> node(first + i));
      float[][] rows = new float[count][width];
      workspace.reset();
      Matrix into = workspace.matrix(count, width);
      store.gather(MemorySegment.ofArray(nodes), count, into, null);
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(into.data(), JAVA_FLOAT, i * into.rowBytes(), rows[i], 0, width);
      }
      return rows;
    }
  }

  /** Non-zero elements. */
  private static final class NonZeros {
    private final long[] start;
    private int[] column = new int[1 << 12];
    private float[] value = new float[1 << 12];
    private int count;

    NonZeros(int rows) {
      start = new long[rows + 1];
    }

    void add(int row, float[] elements) {
      for (int c = 0; c < elements.length; c++) {
        if (elements[c] != 0) {
          reserve(count + 1);
          column[count] = c;
          value[count++] = elements[c];
        }
      }
      start[row + 1] = count;
    }

    /** Adds a row of a sparse matrix in host memory, some columns further right. */
    void copy(int row, Csr from, int fromRow, int shift) {
      long begin = from.rowStart().data().getAtIndex(JAVA_LONG, fromRow);
      int added = (int) (from.rowStart().data().getAtIndex(JAVA_LONG, fromRow + 1L) - begin);
      reserve(count + added);
      MemorySegment.copy(
          from.column().data(), JAVA_INT, begin * Integer.BYTES, column, count, added);
      MemorySegment.copy(
          from.weight().data(), JAVA_FLOAT, begin * Float.BYTES, value, count, added);
      for (int i = count; i < count + added; i++) {
        column[i] += shift;
      }
      count += added;
      start[row + 1] = count;
    }

    private void reserve(int needed) {
      if (needed > column.length) {
        int capacity = Math.max(needed, 2 * column.length);
        column = Arrays.copyOf(column, capacity);
        value = Arrays.copyOf(value, capacity);
      }
    }

    HostCsr csr(int width, Arena memory) {
      MemorySegment columns = memory.allocate(JAVA_INT, Math.max(1, count));
      MemorySegment values = memory.allocate(JAVA_FLOAT, Math.max(1, count));
      MemorySegment.copy(column, 0, columns, JAVA_INT, 0, count);
      MemorySegment.copy(value, 0, values, JAVA_FLOAT, 0, count);
      return new HostCsr(
          start.length - 1, width, memory.allocateFrom(JAVA_LONG, start), columns, values);
    }
  }
}
