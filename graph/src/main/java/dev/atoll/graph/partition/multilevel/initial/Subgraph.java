package dev.atoll.graph.partition.multilevel.initial;

import dev.atoll.graph.cluster.WeightedGraph;

/** The nodes of one side with the edges among them. */
final class Subgraph {
  private final WeightedGraph graph;
  private final int[] nodes;

  private Subgraph(WeightedGraph graph, int[] nodes) {
    this.graph = graph;
    this.nodes = nodes;
  }

  WeightedGraph graph() {
    return graph;
  }

  /** The id in the whole graph of every node of the sub-graph. */
  int[] nodes() {
    return nodes;
  }

  static Subgraph of(WeightedGraph whole, int[] side, int wanted) {
    int[] idOf = new int[side.length];
    int count = 0;
    for (int v = 0; v < side.length; v++) {
      idOf[v] = side[v] == wanted ? count++ : -1;
    }
    int[] nodes = new int[count];
    for (int v = 0; v < side.length; v++) {
      if (idOf[v] >= 0) {
        nodes[idOf[v]] = v;
      }
    }
    return new Subgraph(WeightedGraph.induced(whole, nodes, idOf), nodes);
  }
}
