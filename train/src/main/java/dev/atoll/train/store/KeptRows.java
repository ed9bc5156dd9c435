package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies of feature rows and degrees of some nodes, read once from a store. Features do not change,
 * so copies are never stale.
 */
public final class KeptRows {
  private final StoredRows rows;
  private final int[] degrees;

  private KeptRows(StoredRows rows, int[] degrees) {
    this.rows = rows;
    this.degrees = degrees;
  }

  /**
   * Reads the rows of nodes.
   *
   * @param nodes numbers after partitioning; row i is that of the i-th
   * @param like own rows; the copies are stored in the same form
   */
  public static KeptRows read(int[] nodes, FeatureStore store, OwnedRows like, Arena memory) {
    int[] degrees = new int[nodes.length];
    try (Arena passing = Arena.ofShared()) {
      boolean dense = like.isDense();
      Matrix elements = OwnedRows.matrix(nodes.length, store.width(), dense ? memory : passing);
      MemorySegment list = passing.allocate(JAVA_INT, Math.max(1, nodes.length));
      MemorySegment.copy(nodes, 0, list, JAVA_INT, 0, nodes.length);
      store.gather(list, nodes.length, elements, degrees);
      return new KeptRows(
          dense ? new DenseStoredRows(elements) : sparse(elements, memory), degrees);
    }
  }

  private static StoredRows sparse(Matrix elements, Arena memory) {
    float[] row = new float[elements.cols()];
    return SparseStoredRows.of(
        elements.rows(),
        elements.cols(),
        r -> {
          MemorySegment.copy(
              elements.data(), JAVA_FLOAT, r * elements.rowBytes(), row, 0, elements.cols());
          return row;
        },
        memory);
  }

  /** Bytes of the rows. */
  public long bytes() {
    return rows.heldBytes();
  }

  /** Copies a row, and its degree if wanted, to an index of the destination. */
  void copy(int row, FeatureRead read, int index) {
    read.copy(rows, row, index);
    if (read.withDegrees()) {
      read.degrees()[index] = degrees[row];
    }
  }
}
