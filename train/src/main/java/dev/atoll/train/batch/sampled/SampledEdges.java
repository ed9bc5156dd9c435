package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.store.NonZeroRows;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes the edges of sampled blocks to a device. */
public final class SampledEdges {
  private final Backend backend;
  private final Workspace memory;
  private final EdgeArrays arrays = new EdgeArrays();

  public SampledEdges(Backend backend, Workspace memory) {
    this.backend = backend;
    this.memory = memory;
  }

  /**
   * @param withTranspose whether gradients go back through the edges
   * @param degrees of the sources; null when no norm needs them
   * @param ids of the sources in the dataset
   */
  public DeviceBlock upload(
      Neighborhood block, Set<EdgeNorm> norms, boolean withTranspose, int[] degrees, long[] ids) {
    var edges = new EnumMap<EdgeNorm, SparseMatrix>(EdgeNorm.class);
    SparseMatrix sourceColumn = null;
    Buffer edgeIds = null;
    for (EdgeNorm norm : norms) {
      arrays.fill(block, norm, degrees);
      edges.put(norm, matrix(norm == EdgeNorm.ATTENTION, withTranspose));
      if (norm == EdgeNorm.ATTENTION) {
        sourceColumn = column(block.sourceCount());
        edgeIds = edgeIds(ids);
      }
    }
    return new OnDevice(
        block.targetCount(), block.sourceCount(), edges, !withTranspose, sourceColumn, edgeIds);
  }

  /** Takes rows of which most elements are zero, one list of them after the other. */
  SparseMatrix upload(List<NonZeroRows> rows, int width) {
    arrays.fill(rows, width);
    return matrix(true, true);
  }

  private SparseMatrix matrix(boolean valuesOnTape, boolean withTranspose) {
    Buffer rowScale = arrays.hasRowScale ? floats(arrays.rowScale, arrays.targets) : null;
    Buffer columnScale = arrays.hasColumnScale ? floats(arrays.columnScale, arrays.sources) : null;
    var byRow =
        new Csr(
            arrays.targets,
            arrays.sources,
            arrays.edges,
            longs(arrays.start, arrays.targets + 1),
            ints(arrays.column, arrays.edges),
            arrays.hasWeight ? floats(arrays.weight, arrays.edges) : null,
            rowScale,
            columnScale);
    if (!withTranspose) {
      return SparseMatrix.forwardOnly(byRow);
    }
    arrays.transpose();
    var byColumn =
        new Csr(
            arrays.sources,
            arrays.targets,
            arrays.edges,
            longs(arrays.transposedStart, arrays.sources + 1),
            ints(arrays.transposedColumn, arrays.edges),
            arrays.hasWeight ? floats(arrays.transposedWeight, arrays.edges) : null,
            columnScale,
            rowScale);
    return new SparseMatrix(
        byRow, byColumn, valuesOnTape ? ints(arrays.edgeOf, arrays.edges) : null);
  }

  /** One cell per row, all in column 0. */
  private SparseMatrix column(int rows) {
    long[] starts = new long[rows + 1];
    int[] places = new int[rows];
    for (int r = 0; r < rows; r++) {
      starts[r + 1] = r + 1L;
      places[r] = r;
    }
    Buffer inOrder = ints(places, rows);
    return new SparseMatrix(
        Csr.pattern(rows, 1, rows, longs(starts, rows + 1), ints(new int[rows], rows)),
        Csr.pattern(1, rows, rows, longs(new long[] {0, rows}, 2), inOrder),
        inOrder);
  }

  /** An id per edge that depends on its two ends only. */
  private Buffer edgeIds(long[] ids) {
    long[] found = new long[arrays.edges];
    for (int v = 0; v < arrays.targets; v++) {
      var target = new RandomKey(ids[v]);
      for (int e = (int) arrays.start[v]; e < arrays.start[v + 1]; e++) {
        found[e] = target.child(ids[arrays.column[e]]).bits();
      }
    }
    return longs(found, found.length);
  }

  private Buffer longs(long[] cells, int count) {
    return upload(DType.I64, MemorySegment.ofArray(cells), count);
  }

  private Buffer ints(int[] cells, int count) {
    return upload(DType.I32, MemorySegment.ofArray(cells), count);
  }

  private Buffer floats(float[] cells, int count) {
    return upload(DType.F32, MemorySegment.ofArray(cells), count);
  }

  private Buffer upload(DType type, MemorySegment cells, int count) {
    Buffer buffer = memory.buffer(type, count);
    backend.upload(cells, buffer);
    return buffer;
  }

  /** Row ids on the device: int32 node numbers looked up in the dataset's numbering. */
  static void lookUp(MemorySegment nodes, int count, MemorySegment originalIds, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = originalIds.getAtIndex(JAVA_INT, nodes.getAtIndex(JAVA_INT, i));
    }
  }

  private record OnDevice(
      int targetCount,
      int sourceCount,
      Map<EdgeNorm, SparseMatrix> byNorm,
      boolean forwardOnly,
      SparseMatrix sourceColumn,
      Buffer edgeIds)
      implements DeviceBlock {
    @Override
    public SparseMatrix edges(EdgeNorm norm) {
      return byNorm.get(norm);
    }

    /** Where no gradient goes back, the few targets are multiplied rather than the sources. */
    @Override
    public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
      return forwardOnly || DeviceBlock.super.aggregatesFirst(x, outputs, norm);
    }
  }
}
