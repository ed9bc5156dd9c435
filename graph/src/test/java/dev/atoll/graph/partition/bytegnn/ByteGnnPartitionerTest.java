package dev.atoll.graph.partition.bytegnn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import org.junit.jupiter.api.Test;

class ByteGnnPartitionerTest extends PartitionerContract {
  ByteGnnPartitionerTest() {
    super(new ByteGnnPartitioner(2), Keeps.ONE_CONSTRAINT);
  }

  /**
   * Centres 0, 1 and 5 gather the blocks {0, 2, 3}, {1, 4} and {5, 6}. The first two go to empty
   * parts. The third has one edge to each part, and CE·BS is 1/3·5/6 for part 0 and 1/2·5/6 for
   * part 1.
   */
  @Test
  void blocksGoWhereConnectionTimesBalanceIsLargest() {
    var graph = Graphs.edges(7, 0, 2, 0, 3, 1, 4, 5, 6, 5, 3, 5, 4);
    var train = new BalanceConstraint("train", v -> v == 0 || v == 1 || v == 5 ? 1 : 0, 0.5);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0.5), train);
    assertArrayEquals(
        new int[] {0, 1, 0, 0, 1, 1, 1}, partOf(new ByteGnnPartitioner(1).partition(graph, goal)));
  }

  /** With a capacity of 4 nodes, block {5, 6, 7} fits into neither part and is split. */
  @Test
  void aBlockThatFitsNowhereIsAssignedNodeByNode() {
    var graph = Graphs.edges(8, 0, 2, 0, 3, 1, 4, 5, 6, 5, 7);
    var train = new BalanceConstraint("train", v -> v == 0 || v == 1 || v == 5 ? 1 : 0, 0.5);
    var goal = PartitionGoal.of(2).balancing(BalanceConstraint.nodes().within(0), train);
    assertArrayEquals(
        new int[] {0, 1, 0, 0, 1, 1, 0, 1},
        partOf(new ByteGnnPartitioner(1).partition(graph, goal)));
  }
}
