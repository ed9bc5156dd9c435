package dev.atoll.graph.partition.streaming;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import org.junit.jupiter.api.Test;

class FennelPartitionerTest extends PartitionerContract {
  FennelPartitionerTest() {
    super(new StreamPartitioner(StreamPartitioner.Rule.FENNEL, 3), Keeps.ONE_CONSTRAINT);
  }

  /**
   * With 6 edges, 8 nodes and 2 parts, α·γ = 1.5·6·√2/8^1.5 = 0.5625. Node 4 has two neighbours in
   * part 0, which holds 3, and one in part 1, which holds 1: 2 − 0.5625·√3 = 1.03 is more than 1 −
   * 0.5625 = 0.44, where LDG decides for part 1. The rest finds part 0 full.
   */
  @Test
  void neighboursCountLessTheMarginalCostOfAPart() {
    var graph = Graphs.edges(8, 0, 1, 0, 2, 1, 2, 1, 4, 2, 4, 3, 4);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0));
    var fennel = new StreamPartitioner(StreamPartitioner.Rule.FENNEL, 1);
    assertArrayEquals(new int[] {0, 0, 0, 1, 0, 1, 1, 1}, partOf(fennel.partition(graph, goal)));
  }
}
