package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.Features;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.store.FeatureRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The input rows on a device, in the order of its rows: dense, or sparse where most elements are
 * zero.
 *
 * @param dense null when sparse
 * @param sparse null when dense
 */
public record DeviceFeatures(Matrix dense, SparseMatrix sparse) {
  private static final int CHUNK_ROWS = 4096;

  /** Features that change: no aggregate of them is computed beforehand. */
  public static final DeviceFeatures CHANGING = new DeviceFeatures(null, null);

  /** The first rows, as a constant on the tape; of a sparse matrix all. */
  public Var input(Tape tape, int rows) {
    return dense != null ? tape.constant(dense.rowsView(0, rows)) : tape.constant(sparse);
  }

  /** Whether a variable holds these rows. */
  public boolean areHeldBy(Var x) {
    return dense != null && !x.isSparse() && x.value().data().address() == dense.data().address();
  }

  public static DeviceFeatures upload(DeviceMemory memory, FeatureRows rows, long[] ids) {
    return rows.multiplySparse()
        ? sparse(memory, (Features.Sparse) rows.features(), rows, ids)
        : new DeviceFeatures(dense(memory, rows, ids), null);
  }

  /**
   * Uploads rows in the number format of activations, so that they are rounded once, not in every
   * step.
   */
  private static Matrix dense(DeviceMemory memory, FeatureRows rows, long[] ids) {
    Backend backend = memory.backend();
    Matrix matrix = memory.matrix(ids.length, rows.width(), backend.activations());
    float[] row = new float[rows.width()];
    try (Arena scratch = Arena.ofConfined();
        Workspace passing = backend.newWorkspace()) {
      MemorySegment packed = scratch.allocate(JAVA_FLOAT, (long) CHUNK_ROWS * row.length);
      for (int first = 0; first < ids.length; first += CHUNK_ROWS) {
        int count = Math.min(ids.length - first, CHUNK_ROWS);
        for (int i = 0; i < count; i++) {
          rows.read(ids[first + i], row);
          MemorySegment.copy(
              row, 0, packed, JAVA_FLOAT, (long) i * row.length * Float.BYTES, row.length);
        }
        MemorySegment filled = packed.asSlice(0, (long) count * row.length * Float.BYTES);
        upload(filled, matrix.rowsView(first, first + count), backend, passing);
      }
    }
    return matrix;
  }

  private static void upload(
      MemorySegment packed, Matrix into, Backend backend, Workspace passing) {
    if (into.type() == DType.F32) {
      backend.upload(packed, into);
      return;
    }
    passing.reset();
    Matrix full = passing.matrix(into.rows(), into.cols());
    backend.upload(packed, full);
    backend.kernels().copy(full, into);
  }

  private static DeviceFeatures sparse(
      DeviceMemory memory, Features.Sparse features, FeatureRows rows, long[] ids) {
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment start = scratch.allocate(JAVA_LONG, ids.length + 1L);
      long count = 0;
      for (int row = 0; row < ids.length; row++) {
        count += FeatureRows.start(features, ids[row] + 1) - FeatureRows.start(features, ids[row]);
        start.setAtIndex(JAVA_LONG, row + 1L, count);
      }
      MemorySegment column = scratch.allocate(JAVA_INT, count);
      MemorySegment value = scratch.allocate(JAVA_FLOAT, count);
      for (int row = 0; row < ids.length; row++) {
        float factor = rows.sparseFactor(features, ids[row]);
        long at = start.getAtIndex(JAVA_LONG, row);
        long end = FeatureRows.start(features, ids[row] + 1);
        for (long e = FeatureRows.start(features, ids[row]); e < end; e++, at++) {
          column.setAtIndex(JAVA_INT, at, FeatureRows.column(features, e));
          value.setAtIndex(JAVA_FLOAT, at, FeatureRows.value(features, e) * factor);
        }
      }
      var host = new HostCsr(ids.length, features.width(), start, column, value);
      return new DeviceFeatures(null, memory.sparse(host));
    }
  }
}
