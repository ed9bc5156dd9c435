package dev.atoll.app.plan;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.PartitionBook;
import java.util.Arrays;

/** The sizes of the parts of a partition: nodes, edges and halo nodes. */
final class PartSizes {
  private final int[] nodes;
  private final long[] edges;
  private final int[] halo;
  private final double meanEdges;
  private final double meanHalo;

  private PartSizes(int[] nodes, long[] edges, int[] halo) {
    this.nodes = nodes;
    this.edges = edges;
    this.halo = halo;
    this.meanEdges = Arrays.stream(edges).average().orElse(0);
    this.meanHalo = Arrays.stream(halo).average().orElse(0);
  }

  static PartSizes of(CsrGraph graph, Partitioning cut) {
    long[] edges = new long[cut.parts()];
    int[] halo = new int[cut.parts()];
    int[] reader = new int[cut.nodeCount()];
    Arrays.fill(reader, -1);
    Ordering byPart = PartitionBook.ordering(cut);
    for (int place = 0; place < byPart.nodeCount(); place++) {
      int node = byPart.oldOf(place);
      int part = cut.partOf(node);
      long end = graph.rowStart(node + 1L);
      edges[part] += end - graph.rowStart(node);
      for (long edge = graph.rowStart(node); edge < end; edge++) {
        int source = graph.source(edge);
        if (reader[source] != part) {
          reader[source] = part;
          halo[part] += cut.partOf(source) == part ? 0 : 1;
        }
      }
    }
    return new PartSizes(cut.sizes(), edges, halo);
  }

  int parts() {
    return nodes.length;
  }

  int nodes(int part) {
    return nodes[part];
  }

  /** Edges that end in nodes of a part. */
  long edges(int part) {
    return edges[part];
  }

  /** Halo nodes of a part: nodes of other parts from which its edges come. */
  int halo(int part) {
    return halo[part];
  }

  /** Rows of a part's own nodes and of its halo. */
  long rows(int part) {
    return (long) nodes[part] + halo[part];
  }

  long nodesOfOthers(int part) {
    return Arrays.stream(nodes).asLongStream().sum() - nodes[part];
  }

  /** The distance of two parts in edges and halo nodes. */
  double distance(int part, int other) {
    return distance(part, (double) edges[other], halo[other]);
  }

  /** The distance of a part from the mean of all parts. */
  double distanceFromMean(int part) {
    return distance(part, meanEdges, meanHalo);
  }

  private double distance(int part, double otherEdges, double otherHalo) {
    return Math.hypot(
        (edges[part] - otherEdges) / Math.max(1, meanEdges),
        (halo[part] - otherHalo) / Math.max(1, meanHalo));
  }
}
