package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionMemory;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.UndirectedGraph;
import dev.atoll.graph.partition.grow.Capacities;

/** Partitions for the smallest cut or volume, holding every constraint. */
public record MultilevelPartitioner() implements Partitioner {
  private static final long MARKS_PER_NODE = 96;
  private static final long BYTES_PER_ARC = 16;
  private static final long ROWS_PER_THREAD = 64 << 10;

  @Override
  public String name() {
    return "multilevel";
  }

  /**
   * Coarser graphs take 8 bytes per arc, half as many on each level: 16 in all. Gains take 4 bytes
   * for every part next to a node, and never more than 8 per arc. With little effort coarser graphs
   * are made of few arcs per node. Each thread sums up the weights next to a node in an array of 4
   * bytes per node, or on the largest graphs in a hash table.
   */
  @Override
  public PartitionMemory memory(CsrGraph graph, PartitionGoal goal) {
    long nodes = graph.nodeCount();
    long arcs = PartitionMemory.arcs(graph);
    long gains = Integer.BYTES * Math.min(nodes * goal.parts(), 2 * arcs);
    long perThread = Math.min(nodes, RowPolicy.MOST_DENSE_LABELS) * Integer.BYTES + ROWS_PER_THREAD;
    return new PartitionMemory(
        2 * PartitionMemory.weightBytes(graph, goal)
            + gains
            + nodes * MARKS_PER_NODE
            + goal.threads() * perThread,
        PartitionMemory.copyBytes(graph)
            + Math.min(arcs, nodes * MultilevelPreset.of(goal).mostArcsPerNode()) * BYTES_PER_ARC);
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    var capacities = Capacities.of(graph, goal);
    try (var undirected = UndirectedGraph.of(graph, goal.threads())) {
      var finest =
          WeightedGraph.finest(undirected.graph(), capacities.constraints(), capacities.weights());
      int[] partOf =
          new Multilevel(goal)
              .partition(finest, goal.parts(), capacities.caps(), RandomKey.ofSeed(goal.seed()));
      return new Partitioning(goal.parts(), partOf);
    }
  }
}
