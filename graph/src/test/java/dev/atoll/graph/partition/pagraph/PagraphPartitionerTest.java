package dev.atoll.graph.partition.pagraph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import org.junit.jupiter.api.Test;

class PagraphPartitionerTest extends PartitionerContract {
  PagraphPartitionerTest() {
    super(new PagraphPartitioner(2), Keeps.ONE_CONSTRAINT);
  }

  /**
   * Training nodes are 0 to 3, two per part on average. Node 0 goes to part 0 and gathers 4; node 1
   * scores 1·(2 − 1)/2 there. Part 0 then has its mean, so node 2 scores 2·0 and goes to the empty
   * part; node 3 scores 1·(2 − 1)/1 there and gathers 5.
   */
  @Test
  void trainingNodesFollowTheirNeighboursUntilAPartHasTheMean() {
    var graph = Graphs.edges(6, 0, 1, 0, 2, 1, 2, 0, 3, 2, 3, 0, 4, 3, 5);
    var train = new BalanceConstraint("train", v -> v < 4 ? 1 : 0, 1);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(1), train);
    assertArrayEquals(
        new int[] {0, 0, 1, 1, 0, 1}, partOf(new PagraphPartitioner(1).partition(graph, goal)));
  }
}
