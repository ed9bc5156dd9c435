package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Edges in a list, cut into chunks: what tests build from and compare with. */
record EdgeList(long nodeCount, int chunkCount, List<Edge> edges) implements EdgeSource {
  record Edge(long source, long target) {}

  static EdgeList of(long nodeCount, long... ends) {
    var edges = new ArrayList<Edge>();
    for (int i = 0; i < ends.length; i += 2) {
      edges.add(new Edge(ends[i], ends[i + 1]));
    }
    return new EdgeList(nodeCount, 3, edges);
  }

  /** Few nodes and many edges, so that repeats and self-loops are common. */
  static EdgeList random(RandomGenerator random) {
    int nodes = random.nextInt(1, 20);
    var edges = new ArrayList<Edge>();
    for (int i = random.nextInt(120); i > 0; i--) {
      edges.add(new Edge(random.nextInt(nodes), random.nextInt(nodes)));
    }
    return new EdgeList(nodes, random.nextInt(1, 8), edges);
  }

  @Override
  public void forEach(int chunk, EdgeSink sink) {
    int from = chunk * edges.size() / chunkCount;
    int to = (chunk + 1) * edges.size() / chunkCount;
    edges.subList(from, to).forEach(edge -> sink.accept(edge.source(), edge.target()));
  }

  /** The in-neighbours of every node. */
  static List<List<Long>> rows(CsrGraph graph) {
    var rows = new ArrayList<List<Long>>();
    for (long node = 0; node < graph.nodeCount(); node++) {
      var row = new ArrayList<Long>();
      for (long i = 0; i < graph.inDegree(node); i++) {
        row.add((long) graph.inNeighbor(node, i));
      }
      rows.add(row);
    }
    return rows;
  }
}
