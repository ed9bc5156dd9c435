package dev.atoll.graph.partition.bytegnn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionerContract;
import dev.atoll.graph.partition.bytegnn.ByteGnnPartitioner.Expected;
import dev.atoll.graph.partition.bytegnn.ByteGnnPartitioner.Order;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * Figure 10 of the paper, for a model of 2 layers: A and B are the labelled nodes. The cut with
   * the fewest edges takes A – a1 and separates A from nodes that it samples; the blocks of A and B
   * are cut apart at two edges over which nothing is sampled.
   *
   * <pre>
   *   l1 … l5 ── A ── a1 ──┬── a2 ── b2 ──┬── b1 ── B
   *                        └── a3 ── b3 ──┘
   * </pre>
   */
  @Test
  void figure10ACutOfMoreEdgesThatMovesNothing() {
    int a = 0;
    int b = 9;
    var graph =
        Graphs.edges(
            13, a, 1, a, 2, a, 3, a, 4, a, 5, a, 6, 6, 7, 6, 8, 7, 11, 8, 12, 11, 10, 12, 10, 10,
            b);
    int[] fewestEdges = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
    var labelled = new BalanceConstraint("train", v -> v == a || v == b ? 1 : 0, 0);
    var goal = PartitionGoal.of(2).balancing(labelled);
    int[] blocks = partOf(new ByteGnnPartitioner(2).partition(graph, goal));

    assertArrayEquals(new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, blocks);
    assertEquals(1, cutEdges(graph, fewestEdges));
    assertEquals(3, moved(graph, fewestEdges, 2, a, b));
    assertEquals(2, cutEdges(graph, blocks));
    assertEquals(0, moved(graph, blocks, 2, a, b));
  }

  /** Edges of the undirected graph between parts. */
  private static int cutEdges(CsrGraph graph, int[] partOf) {
    int cut = 0;
    for (int v = 0; v < partOf.length; v++) {
      for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
        cut += partOf[v] == partOf[graph.source(e)] ? 0 : 1;
      }
    }
    return cut / 2;
  }

  /** Nodes of another part within some hops of the seeds. */
  private static int moved(CsrGraph graph, int[] partOf, int hops, int... seeds) {
    int moved = 0;
    for (int seed : seeds) {
      var reached = new BitSet();
      reached.set(seed);
      for (int hop = 0; hop < hops; hop++) {
        for (int v : reached.stream().toArray()) {
          for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
            reached.set(graph.source(e));
          }
        }
      }
      moved += (int) reached.stream().filter(v -> partOf[v] != partOf[seed]).count();
    }
    return moved;
  }

  /** The blocks {0, 1} and {2, 3, 4, 5}: the one that is assigned first goes to part 0. */
  @ParameterizedTest
  @CsvSource({"LABELLED, 0", "SIZE, 1"})
  void largerBlocksFirstOnlyByTheirSize(Order order, int partOfTheSmall) {
    var graph = Graphs.edges(6, 0, 1, 2, 3, 2, 4, 2, 5);
    var train = new BalanceConstraint("train", v -> v == 0 || v == 2 ? 1 : 0, 0);
    var partitioner = new ByteGnnPartitioner(1, order, Expected.CAPACITY);
    int[] parts = partOf(partitioner.partition(graph, PartitionGoal.of(2).balancing(train)));
    assertEquals(partOfTheSmall, parts[0]);
    assertEquals(1 - partOfTheSmall, parts[2]);
  }
}
