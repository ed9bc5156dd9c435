package dev.atoll.graph.partition.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.cluster.RatingMap;
import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.PartitionerContract;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.testkit.Allocation;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MultilevelPartitionerTest extends PartitionerContract {
  MultilevelPartitionerTest() {
    super(new MultilevelPartitioner(), Keeps.ALL_CONSTRAINTS);
  }

  private static long cut(CsrGraph graph, PartitionGoal goal) {
    return cut(graph, new MultilevelPartitioner().partition(graph, goal), goal);
  }

  private static long cut(CsrGraph graph, Partitioning parts, PartitionGoal goal) {
    return PartitionReport.of("", graph, parts, goal, 0, 0).cut();
  }

  @Test
  void theForecastCountsTheRatingsOfEveryThread() {
    CsrGraph graph = Graphs.grid(300, 300);
    var ratings = new RatingMap[8];
    long allocated =
        Allocation.bytesOf(
            () ->
                Arrays.setAll(
                    ratings, _ -> RowPolicy.PARTITIONING.ratings().apply(graph.nodeCount())));
    long forecast = heapBytes(graph, 1 + ratings.length) - heapBytes(graph, 1);
    assertTrue(forecast >= allocated, forecast + " for " + allocated);
  }

  private static long heapBytes(CsrGraph graph, int threads) {
    return new MultilevelPartitioner()
        .memory(graph, PartitionGoal.of(4).onThreads(threads))
        .heapBytes();
  }

  @Test
  void joinedCliquesAreCutAtTheBridges() {
    for (int cliques = 2; cliques <= 8; cliques *= 2) {
      CsrGraph graph = Graphs.joinedCliques(cliques, 25);
      for (int seed = 0; seed < 5; seed++) {
        var goal = PartitionGoal.of(cliques).withSeed(seed);
        assertEquals(cliques - 1, cut(graph, goal), cliques + " cliques, seed " + seed);
      }
    }
  }

  /** Straight lines cut a square grid well: 64 edges for halves, 128 for quarters, 6·64 for 16. */
  @Test
  void gridsAreCutWithinATenthOfStraightLines() {
    CsrGraph grid = Graphs.grid(64, 64);
    int[][] best = {{2, 64}, {4, 128}, {16, 384}};
    for (int[] of : best) {
      double sum = 0;
      for (int seed = 0; seed < 5; seed++) {
        sum += cut(grid, PartitionGoal.of(of[0]).withSeed(seed));
      }
      double mean = sum / 5;
      assertTrue(mean <= 1.1 * of[1], "%d parts: mean cut %.1f, %d".formatted(of[0], mean, of[1]));
    }
  }

  @Test
  void plantedPartitionsAreFoundWithinTwoPerCent() {
    int groups = 8;
    int size = 200;
    CsrGraph graph = Graphs.planted(groups, size, 8, 2, new Random(1));
    int[] groupOf = new int[groups * size];
    Arrays.setAll(groupOf, v -> v / size);
    for (int seed = 0; seed < 5; seed++) {
      var goal = PartitionGoal.of(groups).withSeed(seed);
      long planted = cut(graph, new Partitioning(groups, groupOf), goal);
      long found = cut(graph, goal);
      assertTrue(found <= 1.02 * planted, "cut %d, planted %d".formatted(found, planted));
    }
  }
}
