package dev.atoll.train.feature;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The feature rows of the nodes that a worker owns, in host memory, and the degrees of those nodes.
 */
public final class OwnedRows {
  private static final int CACHE_LINE = 64;

  private final long first;
  private final Matrix rows;
  private final int[] degrees;

  private OwnedRows(long first, Matrix rows, int[] degrees) {
    this.first = first;
    this.rows = rows;
    this.degrees = degrees;
  }

  /**
   * Reads the rows of a shard's core nodes.
   *
   * @param originalIds for every node after partitioning its number in the dataset, int32
   */
  public static OwnedRows read(
      Shard shard, FeatureRows features, MemorySegment originalIds, Arena memory) {
    int count = shard.coreCount();
    long first = shard.book().first(shard.part());
    int width = features.width();
    int stride = Matrix.strideFor(width);
    MemorySegment data =
        memory.allocate(Math.max(1L, (long) count * stride) * Float.BYTES, CACHE_LINE);
    float[] row = new float[width];
    int[] degrees = new int[count];
    for (int i = 0; i < count; i++) {
      features.read(NodeNumbers.at(originalIds, first + i), row);
      MemorySegment.copy(row, 0, data, JAVA_FLOAT, (long) i * stride * Float.BYTES, width);
      degrees[i] = degreeWithSelf(shard, first + i);
    }
    return new OwnedRows(
        first, new Matrix(Device.CPU, count, width, stride, DType.F32, data), degrees);
  }

  private static int degreeWithSelf(Shard shard, long node) {
    long degree = shard.inDegree(node);
    for (long e = 0; e < degree; e++) {
      if (shard.inNeighbor(node, e) == node) {
        return Math.toIntExact(degree);
      }
    }
    return Math.toIntExact(degree + 1);
  }

  Matrix rows() {
    return rows;
  }

  /** The in-degree of an own node, itself counted once as its own neighbour. */
  int degree(long node) {
    return degrees[(int) (node - first)];
  }

  boolean owns(long node) {
    return node >= first && node < first + rows.rows();
  }

  /** Where the row of an own node begins, in bytes. */
  long offset(long node) {
    return (node - first) * rows.rowBytes();
  }
}
