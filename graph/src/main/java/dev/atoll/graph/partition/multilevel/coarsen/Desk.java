package dev.atoll.graph.partition.multilevel.coarsen;

/** What a thread works with when it rates the clusters around a node. */
record Desk(RatingMap ratings, Row row) {
  Desk(int labelCount) {
    this(new RatingMap(labelCount), new Row());
  }

  /** Clears the ratings and reads the arcs of a node, which are to be rated. */
  int[] read(WeightedGraph graph, int node) {
    graph.read(node, row);
    ratings.reset();
    ratings.reserve(row.to() - row.from());
    return row.arcs();
  }
}
