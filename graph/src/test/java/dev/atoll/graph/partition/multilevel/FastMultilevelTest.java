package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.PartitionerContract;
import dev.atoll.graph.partition.Partitioning;

/** The contract of partitioners, for the multilevel one with little effort. */
class FastMultilevelTest extends PartitionerContract {
  FastMultilevelTest() {
    super(new Fast(), Keeps.ALL_CONSTRAINTS);
  }

  private record Fast() implements Partitioner {
    @Override
    public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
      return new MultilevelPartitioner().partition(graph, goal.with(PartitionGoal.Effort.FAST));
    }

    @Override
    public String name() {
      return "fast multilevel";
    }
  }
}
