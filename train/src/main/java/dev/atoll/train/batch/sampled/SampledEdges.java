package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeIds;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.store.NonZeroRows;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes the edges of sampled blocks to a device. */
public final class SampledEdges {
  private final DeviceMemory memory;
  private final EdgeArrays arrays = new EdgeArrays();

  public SampledEdges(DeviceMemory memory) {
    this.memory = memory;
  }

  /**
   * Copies the edges of one sampled block to the device.
   *
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
        sourceColumn = memory.onePerRow(block.sourceCount());
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
    Buffer targetScale = arrays.hasRowScale ? memory.floats(arrays.rowScale, arrays.targets) : null;
    Buffer sourceScale =
        arrays.hasColumnScale ? memory.floats(arrays.columnScale, arrays.sources) : null;
    Csr byTarget = arrays.byTarget(memory, targetScale, sourceScale);
    if (!withTranspose) {
      return SparseMatrix.forwardOnly(byTarget);
    }
    arrays.transpose();
    return new SparseMatrix(
        byTarget,
        arrays.bySource(memory, targetScale, sourceScale),
        valuesOnTape ? memory.ints(arrays.edgeOf, arrays.edges) : null);
  }

  private Buffer edgeIds(long[] ids) {
    long[] found = new long[arrays.edges];
    for (int v = 0; v < arrays.targets; v++) {
      for (int e = (int) arrays.start[v]; e < arrays.start[v + 1]; e++) {
        found[e] = EdgeIds.of(ids[v], ids[arrays.column[e]]);
      }
    }
    return memory.longs(found, found.length);
  }

  /** Bytes of the arrays on the host. */
  long heldBytes() {
    return arrays.heldBytes();
  }

  /** Row ids on the device: int32 node numbers looked up in the dataset's numbering. */
  static void lookUp(MemorySegment nodes, int count, NodeNumbering numbering, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = numbering.original(nodes.getAtIndex(JAVA_INT, i));
    }
  }

  /** The edges of a sampled block, by the ways they are weighed. */
  record OnDevice(
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

    /** Multiplies the few targets rather than the many sources if no backward pass follows. */
    @Override
    public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
      return forwardOnly || DeviceBlock.super.aggregatesFirst(x, outputs, norm);
    }
  }
}
