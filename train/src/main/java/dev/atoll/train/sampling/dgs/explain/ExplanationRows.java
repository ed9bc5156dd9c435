package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.partition.shard.Shard;
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

/**
 * The feature rows that explanations of a shard need, read once and cached: remote rows are
 * transferred once in a run. Sparse where most elements are zero.
 *
 * <pre>
 *   core nodes | v_G: their mean | halo nodes
 *   all ───────────────────────────────────
 *               star ──────────────────────   or v_G and some of the halo, another part in each explanation
 * </pre>
 */
final class ExplanationRows {
  private static final int CHUNK_ROWS = 1024;

  /** As sparse as features must be to be multiplied as such. */
  private static final double DENSEST_SPARSE = 0.1;

  private final Matrix dense;
  private final SparseMatrix sparse;
  private final SparseMatrix sparseStar;
  private final int core;

  /** v_G and the halo nodes that were dealt last; null while those are all. */
  private Matrix subset;

  private ExplanationRows(Matrix dense, SparseMatrix sparse, SparseMatrix sparseStar, int core) {
    this.dense = dense;
    this.sparse = sparse;
    this.sparseStar = sparseStar;
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
    return new ExplanationRows(rows, null, null, core);
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
          null,
          SparseMatrix.forwardOnly(
              memory.csr(elements.csr(0, reader.rows(), reader.width, scratch))),
          memory.sparse(elements.csr(core, reader.rows(), reader.width, scratch)),
          core);
    }
  }

  /** All rows. */
  Var all(Tape tape) {
    return dense != null ? tape.constant(dense) : tape.constant(sparse);
  }

  /** v_G and the halo, or what of it was dealt. */
  Var star(Tape tape) {
    if (dense == null) {
      return tape.constant(sparseStar);
    }
    return tape.constant(subset != null ? subset : dense.rowsView(core, dense.rows()));
  }

  /** Whether there are enough elements that explaining with a part of the rows at a time pays. */
  boolean areDense() {
    return dense != null;
  }

  /** Lines up v_G and some halo nodes, by their places. */
  void takeSubset(DeviceMemory memory, int... places) {
    if (subset == null) {
      subset = memory.matrix(places.length + 1, dense.cols());
      copy(core, 0);
    }
    for (int i = 0; i < places.length; i++) {
      copy(core + 1 + places[i], i + 1);
    }
  }

  private void copy(int from, int to) {
    long bytes = (long) dense.cols() * Float.BYTES;
    MemorySegment.copy(
        dense.data(), from * dense.rowBytes(), subset.data(), to * subset.rowBytes(), bytes);
  }

  /** Reads rows in their order, a chunk at a time, into a reused buffer. */
  private static final class Reader {
    private final Shard shard;
    private final FeatureStore store;
    private final int width;
    private final double[] sums;
    private final Workspace workspace;

    Reader(Shard shard, FeatureStore store, Workspace workspace) {
      this.workspace = workspace;
      this.shard = shard;
      this.store = store;
      this.width = store.width();
      this.sums = new double[width];
    }

    @FunctionalInterface
    interface Sink {
      void take(int first, float[]... rows);
    }

    int rows() {
      return shard.coreCount() + 1 + shard.haloCount();
    }

    /** Decides by a sample of the first rows. */
    boolean isSparse() {
      int count = Math.min(CHUNK_ROWS, shard.coreCount());
      long nonZero = 0;
      for (float[] row : chunk(0, count)) {
        for (float cell : row) {
          nonZero += cell != 0 ? 1 : 0;
        }
      }
      return nonZero < DENSEST_SPARSE * count * width;
    }

    void forEach(Sink sink) {
      int core = shard.coreCount();
      Arrays.fill(sums, 0);
      for (int first = 0; first < core; first += CHUNK_ROWS) {
        float[][] rows = chunk(first, Math.min(CHUNK_ROWS, core - first));
        for (float[] row : rows) {
          for (int c = 0; c < width; c++) {
            sums[c] += row[c];
          }
        }
        sink.take(first, rows);
      }
      sink.take(core, mean());
      for (int first = 0; first < shard.haloCount(); first += CHUNK_ROWS) {
        int count = Math.min(CHUNK_ROWS, shard.haloCount() - first);
        sink.take(core + 1 + first, chunk(core + first, count));
      }
    }

    private float[] mean() {
      float[] mean = new float[width];
      for (int c = 0; c < width; c++) {
        mean[c] = (float) (sums[c] / Math.max(1, shard.coreCount()));
      }
      return mean;
    }

    private int node(int place) {
      int core = shard.coreCount();
      return place < core ? shard.book().first(shard.part()) + place : shard.haloNode(place - core);
    }

    /** Rows of core and halo nodes by their places. */
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
          if (count == column.length) {
            column = Arrays.copyOf(column, count * 2);
            value = Arrays.copyOf(value, count * 2);
          }
          column[count] = c;
          value[count++] = elements[c];
        }
      }
      start[row + 1] = count;
    }

    HostCsr csr(int from, int to, int width, Arena memory) {
      int elements = (int) (start[to] - start[from]);
      MemorySegment starts = memory.allocate(JAVA_LONG, to - from + 1L);
      for (int row = from; row <= to; row++) {
        starts.setAtIndex(JAVA_LONG, row - from, start[row] - start[from]);
      }
      MemorySegment columns = memory.allocate(JAVA_INT, Math.max(1, elements));
      MemorySegment values = memory.allocate(JAVA_FLOAT, Math.max(1, elements));
      MemorySegment.copy(column, (int) start[from], columns, JAVA_INT, 0, elements);
      MemorySegment.copy(value, (int) start[from], values, JAVA_FLOAT, 0, elements);
      return new HostCsr(to - from, width, starts, columns, values);
    }
  }
}
