package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/** Gives the feature rows of nodes, wherever they live. One per thread that reads. */
public interface FeatureStore {
  /** Cells of a row. */
  int width();

  /**
   * Reads the rows of nodes.
   *
   * @param nodes numbers after partitioning, int32
   * @param columns those that are pulled from other workers; the others get what it says. Rows that
   *     are here are read whole
   * @param into gets one row per node
   * @param degrees receives the in-degree of every node, itself counted once as its own neighbour;
   *     null when not wanted
   */
  void gather(MemorySegment nodes, int count, Columns columns, RowSink into, int[] degrees);

  /** Reads whole rows into a matrix in host memory. */
  default void gather(MemorySegment nodes, int count, Matrix into, int[] degrees) {
    gather(nodes, count, Columns.ALL, new RowSink.Dense(into), degrees);
  }
}
