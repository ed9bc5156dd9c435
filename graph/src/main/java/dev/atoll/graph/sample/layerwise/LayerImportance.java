package dev.atoll.graph.sample.layerwise;

/**
 * The importance of nodes for a whole layer of targets. A node of weight w is sampled with
 * probability min(1, c·w), c the same for all nodes of a layer.
 */
public interface LayerImportance {
  /**
   * The share that one edge adds to the weight of its source.
   *
   * @param source node number
   * @param targetDegree in-degree of the target
   */
  double ofEdge(int source, int targetDegree);

  /** Whether a source weighs the sum over its edges, not just as much as one of them. */
  boolean addsUp();
}
