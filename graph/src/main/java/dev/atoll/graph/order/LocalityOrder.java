package dev.atoll.graph.order;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.cluster.BatchedLabelPropagation;
import dev.atoll.graph.cluster.Batches;
import dev.atoll.graph.cluster.Clustering;
import dev.atoll.graph.cluster.Contraction;
import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An order that puts nodes with common neighbours close together, so that the rows one node reads
 * are still in the cache from the nodes before it. Nodes are gathered into clusters that fit the
 * first-level cache, clusters into larger ones that fit the next level, and so on; the order is a
 * traversal of that tree.
 *
 * <pre>
 *   level 0   clusters of up to 64 rows          32 KiB of 512-byte rows
 *   level 1   clusters of up to 2,048 rows        1 MiB
 *   level 2   clusters of up to 65,536 rows      32 MiB
 *   …         until a level holds all nodes, or no further clusters merge
 * </pre>
 *
 * <p>Takes a few passes over the edges and memory in proportion to the nodes; does not depend on
 * the number of threads. Clusters without common neighbours keep the given order. Hubs are treated
 * like other nodes, except that only some of their neighbours are read: treating them separately
 * was measured and made most graphs worse.
 *
 * @param firstRows the most rows of a cluster of level 0
 * @param growth how many times bigger the clusters of the next level may be
 * @param passes of label propagation per level
 */
public record LocalityOrder(int firstRows, int growth, int passes) {
  public static final LocalityOrder DEFAULT = new LocalityOrder(64, 32, 2);

  public LocalityOrder {
    if (firstRows < 1 || growth < 2 || passes < 1) {
      throw new IllegalArgumentException(
          "rows must be at least 1, growth at least 2 and passes at least 1, not %d, %d and %d"
              .formatted(firstRows, growth, passes));
    }
  }

  /** Orders the nodes of a graph, best a symmetric one, of up to 2³¹ − 1 nodes. */
  public Ordering of(CsrGraph graph, int threads) {
    int[] sizes = new int[Math.toIntExact(graph.nodeCount())];
    Arrays.fill(sizes, 1);
    List<Clustering> levels = cluster(WeightedGraph.finest(graph, 1, sizes), threads);
    int[] order = IntStream.range(0, levels.getLast().count()).toArray();
    for (Clustering level : levels.reversed()) {
      order = level.expand(order);
    }
    return Ordering.ofNewToOld(order);
  }

  private List<Clustering> cluster(WeightedGraph nodes, int threads) {
    var levels = new ArrayList<Clustering>();
    WeightedGraph graph = nodes;
    long capacity = firstRows;
    while (true) {
      int bounded = (int) Math.min(capacity, nodes.nodeCount());
      Clustering level = cluster(graph, bounded, threads);
      levels.add(level);
      if (capacity >= nodes.nodeCount() || level.count() == graph.nodeCount()) {
        return levels;
      }
      graph = Contraction.contract(graph, level, RowPolicy.LOCALITY, threads).graph();
      capacity *= growth;
    }
  }

  private Clustering cluster(WeightedGraph graph, int capacity, int threads) {
    var propagation =
        new BatchedLabelPropagation(
            graph, RowPolicy.LOCALITY, null, new BoundedSizeSelector(graph, capacity), threads);
    var batches = Batches.hashed(graph.nodeCount());
    for (int pass = 0; pass < passes; pass++) {
      propagation.round(batches);
    }
    return new Clustering(propagation.labels());
  }
}
