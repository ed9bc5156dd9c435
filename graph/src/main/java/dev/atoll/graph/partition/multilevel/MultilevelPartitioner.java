package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.partition.Capacities;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.UndirectedGraph;

/** Partitions for the smallest cut or volume, holding every constraint. */
public record MultilevelPartitioner() implements Partitioner {
  @Override
  public String name() {
    return "multilevel";
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
