package dev.atoll.graph.partition.streaming;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import org.junit.jupiter.api.Test;

class FennelPartitionerTest extends PartitionerContract {
  FennelPartitionerTest() {
    super(new StreamPartitioner(3), Keeps.ONE_CONSTRAINT);
  }

  /**
   * With 6 edges, 8 nodes and 2 parts, α·γ = 1.5·6·√2/8^1.5 = 0.5625. Node 4 has two neighbours in
   * part 0, which holds 3, and one in part 1, which holds 1: 2 − 0.5625·√3 = 1.03 is more than 1 −
   * 0.5625 = 0.44. For the other nodes part 0 is full.
   */
  @Test
  void neighboursCountLessTheMarginalCostOfAPart() {
    var graph = Graphs.edges(8, 0, 1, 0, 2, 1, 2, 1, 4, 2, 4, 3, 4);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0));
    var fennel = new StreamPartitioner(1);
    assertArrayEquals(new int[] {0, 0, 0, 1, 0, 1, 1, 1}, partOf(fennel.partition(graph, goal)));
  }

  /**
   * Two paths, 0-5-1 and 2-4-3, and parts of at most 4: α·γ = 1.5·4·√2/6^1.5 = 0.577, and a part of
   * x nodes costs 0.577·√(3x/4) = 0.5·√x. The ends come first and go where it is cheaper: 0 2 | 1
   * 3. Node 4 finds 1 − 0.71 on both sides, node 5 1 − 0.87 and 1 − 0.71. In the second pass node 0
   * goes to node 5, as 1 − 0.87 is more than −0.71, and node 3 to node 4.
   */
  @Test
  void aSecondPassKnowsWhereNeighboursWent() {
    var graph = Graphs.edges(6, 0, 5, 5, 1, 2, 4, 4, 3);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0.34));
    var once = new StreamPartitioner(1);
    var twice = new StreamPartitioner(2);
    assertArrayEquals(new int[] {0, 1, 0, 1, 0, 1}, partOf(once.partition(graph, goal)));
    assertArrayEquals(new int[] {1, 1, 0, 0, 0, 1}, partOf(twice.partition(graph, goal)));
  }
}
