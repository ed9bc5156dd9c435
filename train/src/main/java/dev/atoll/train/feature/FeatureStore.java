package dev.atoll.train.feature;

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
   * @param into one row per node, in host memory
   * @param degrees receives the in-degree of every node, itself counted once as its own neighbour;
   *     null when not wanted
   */
  void gather(MemorySegment nodes, int count, Matrix into, int[] degrees);
}
