package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/** Reads the feature rows of nodes, wherever they are stored. Each reading thread has its own. */
public interface FeatureStore {
  /** Elements of a feature row. */
  int width();

  /**
   * Begins a batch, all of whose rows go to one device.
   *
   * @param firstSeed a node that names the device
   */
  default void begin(int firstSeed) {}

  /**
   * Reads the rows of nodes.
   *
   * @param nodes numbers after partitioning, int32
   * @param columns the columns that are pulled from other workers, and the values of the others.
   *     Local rows are read whole, unless they are covered as well
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
