package dev.atoll.graph.partition.streaming;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import org.junit.jupiter.api.Test;

class LdgPartitionerTest extends PartitionerContract {
  LdgPartitionerTest() {
    super(new StreamPartitioner(StreamPartitioner.Rule.LDG, 1), Keeps.ONE_CONSTRAINT);
  }

  /**
   * A part holds 4 nodes. Node 4 has two neighbours in part 0, which holds 3, and one in part 1,
   * which holds 1: 2·(1 − 3/4) is less than 1·(1 − 1/4).
   */
  @Test
  void neighboursCountForTheFreeShareOfAPart() {
    var graph = Graphs.edges(8, 0, 1, 0, 2, 1, 2, 1, 4, 2, 4, 3, 4);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0));
    var ldg = new StreamPartitioner(StreamPartitioner.Rule.LDG, 1);
    assertArrayEquals(new int[] {0, 0, 0, 1, 1, 1, 0, 1}, partOf(ldg.partition(graph, goal)));
  }
}
