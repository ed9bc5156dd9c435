package dev.atoll.formats.array;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.csr.NumberedEdgeSource;

/** Edges of arrays; those of weight 0 are left out, but have numbers. */
public sealed interface ArrayEdges extends NumberedEdgeSource permits CsrRows, EdgeArray {
  /** The array with the ends of edges, which errors name. */
  NpyArray ends();

  EdgeData data();

  /**
   * Checks that the data justifies the number of nodes.
   *
   * @param rows of features or labels that were read
   */
  void checkNodes(long rows);

  /** The number of edges of weight 0. */
  default long weightless() {
    EdgeData data = data();
    long zeros = 0;
    for (long edge = 0; edge < numberBound(); edge++) {
      zeros += data.weight(edge) == 0 ? 1 : 0;
    }
    return zeros;
  }
}
