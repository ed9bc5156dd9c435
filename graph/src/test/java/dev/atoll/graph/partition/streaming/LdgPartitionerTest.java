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

  /**
   * Two paths, 0-5-1 and 2-4-3, and parts of at most 4. The ends come first and are shared out: 0 2
   * | 1 3. Node 4 finds 1·(1 − 2/4) on both sides and takes the first, node 5 1·(1 − 3/4) and 1·(1
   * − 2/4). The second pass knows the middles: node 0 goes to node 5, for 1·(1 − 3/4), and node 3
   * to node 4.
   */
  @Test
  void aSecondPassKnowsWhereNeighboursWent() {
    var graph = Graphs.edges(6, 0, 5, 5, 1, 2, 4, 4, 3);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0.34));
    var once = new StreamPartitioner(StreamPartitioner.Rule.LDG, 1);
    var twice = new StreamPartitioner(StreamPartitioner.Rule.LDG, 2);
    assertArrayEquals(new int[] {0, 1, 0, 1, 0, 1}, partOf(once.partition(graph, goal)));
    assertArrayEquals(new int[] {1, 1, 0, 0, 0, 1}, partOf(twice.partition(graph, goal)));
  }
}
