package dev.atoll.graph.partition.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionGoal.Effort;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.Partitioning;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Graphs whose smallest cut is known, with every effort. */
class KnownOptimaTest {
  private static final int SEEDS = 5;
  private static final int CLIQUE = 40;

  private static long cut(CsrGraph graph, PartitionGoal goal) {
    return cut(graph, new MultilevelPartitioner().partition(graph, goal), goal);
  }

  private static long cut(CsrGraph graph, Partitioning parts, PartitionGoal goal) {
    return PartitionReport.of("", graph, parts, goal, 0, 0).cut();
  }

  private static double meanCut(CsrGraph graph, PartitionGoal goal) {
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      sum += cut(graph, goal.withSeed(seed));
    }
    return sum / SEEDS;
  }

  /**
   * A clique costs more to split than its two bridges. Where parts take neighbours only, each cuts
   * one bridge at either end: as many as there are parts. With little effort some parts take
   * cliques from two places.
   */
  @ParameterizedTest
  @EnumSource
  void ringsOfCliquesAreCutAtTheBridges(Effort effort) {
    CsrGraph ring = Graphs.ringOfCliques(32, CLIQUE);
    for (int parts = 2; parts <= 16; parts *= 2) {
      var goal = PartitionGoal.of(parts).with(effort);
      double most = effort == Effort.FAST ? 32 : 1.1 * parts;
      double mean = meanCutBetweenCliques(ring, goal);
      assertTrue(mean >= parts && mean <= most, parts + " parts: mean cut " + mean);
    }
  }

  /**
   * The cliques of a ring alternate between two classes. Parts of two adjacent cliques hold both
   * classes equally, at one bridge per part.
   */
  @ParameterizedTest
  @EnumSource
  void aSecondConstraintCostsLittleWhereNeighboursMeetIt(Effort effort) {
    CsrGraph ring = Graphs.ringOfCliques(16, CLIQUE);
    var odd = new BalanceConstraint("odd", v -> v / CLIQUE % 2, 0.03);
    var goal = PartitionGoal.of(8).balancing(BalanceConstraint.nodes(), odd).with(effort);
    double mean = meanCutBetweenCliques(ring, goal);
    assertTrue(mean >= 8 && mean <= (effort == Effort.FAST ? 12 : 10), "mean cut " + mean);
  }

  /** The mean cut over several seeds; fails when a clique is split. */
  private static double meanCutBetweenCliques(CsrGraph ring, PartitionGoal goal) {
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Partitioning parts = new MultilevelPartitioner().partition(ring, goal.withSeed(seed));
      for (int v = 0; v < parts.nodeCount(); v++) {
        String what = "node %d, %d parts, seed %d".formatted(v, goal.parts(), seed);
        assertEquals(parts.partOf(v / CLIQUE * CLIQUE), parts.partOf(v), what);
      }
      sum += cut(ring, parts, goal);
    }
    return sum / SEEDS;
  }

  /** No half of a 64 × 64 grid has fewer than 64 edges to the other. */
  @ParameterizedTest
  @EnumSource
  void halvesOfAGridAreCutAlmostStraight(Effort effort) {
    double mean = meanCut(Graphs.grid(64, 64), PartitionGoal.of(2).with(effort));
    double most = effort == Effort.FAST ? 1.2 * 64 : 1.1 * 64;
    assertTrue(mean >= 64 && mean <= most, "mean cut " + mean);
  }

  /** Nodes of 120 edges and more, of which few are read with little effort. */
  @ParameterizedTest
  @EnumSource
  void densePlantedGroupsAreFound(Effort effort) {
    int groups = 8;
    int size = 150;
    CsrGraph graph = Graphs.planted(groups, size, 60, 20, new Random(3));
    int[] groupOf = new int[groups * size];
    Arrays.setAll(groupOf, v -> v / size);
    var goal = PartitionGoal.of(groups).with(effort);
    long planted = cut(graph, new Partitioning(groups, groupOf), goal);
    assertEquals((double) planted, meanCut(graph, goal));
  }

  /**
   * A level of more than 131,072 edges, where all nodes choose at once. A straight line cuts 400, a
   * diagonal 800.
   */
  @Test
  void halvesOfALargeGridAreCutNearerToStraightThanDiagonal() {
    double cut = cut(Graphs.grid(400, 400), PartitionGoal.of(2).onThreads(2));
    assertTrue(cut >= 400 && cut <= 1.4 * 400, "cut " + cut);
  }

  @Test
  void largePlantedGroupsAreFoundOnAnyNumberOfThreads() {
    var planted = Planted.of(8, 2000);
    var goal = PartitionGoal.of(8);
    Partitioning one = new MultilevelPartitioner().partition(planted.graph, goal.onThreads(1));
    Partitioning three = new MultilevelPartitioner().partition(planted.graph, goal.onThreads(3));
    for (int v = 0; v < one.nodeCount(); v++) {
      assertEquals(one.partOf(v), three.partOf(v), "node " + v);
    }
    assertEquals(cut(planted.graph, planted.groups, goal), cut(planted.graph, one, goal));
  }

  /** 24 groups, of whose 560 edges per node 150 are inside; a sample keeps about one in ten. */
  @Test
  void groupsOfADenseGraphAreFoundInASample() {
    int size = 200;
    int[] partOf = new int[24 * size];
    Arrays.setAll(partOf, v -> v / size / 3);
    CsrGraph graph = Graphs.planted(24, size, 150, 200, new Random(5));
    var goal = PartitionGoal.of(8).with(Effort.FAST);
    Partitioning one = new MultilevelPartitioner().partition(graph, goal.onThreads(1));
    Partitioning three = new MultilevelPartitioner().partition(graph, goal.onThreads(3));
    for (int v = 0; v < one.nodeCount(); v++) {
      assertEquals(one.partOf(v), three.partOf(v), "node " + v);
    }
    double times = cut(graph, one, goal) / (double) cut(graph, new Partitioning(8, partOf), goal);
    assertTrue(times < 1.05, "cut over that between groups: " + times);
  }

  /**
   * All training nodes of a graph are in one of its groups. No part may hold more than four: the 28
   * others leave, and each cuts at most its edges inside the group.
   */
  @Test
  void fewTrainingNodesAreSharedOutOneByOne() {
    int most = 4;
    int training = 8 * most;
    var planted = Planted.of(8, 2000);
    var train = new BalanceConstraint("train", v -> v < training ? 1 : 0, 0.03);
    var goal = PartitionGoal.of(8).balancing(BalanceConstraint.nodes(), train);
    Partitioning found = new MultilevelPartitioner().partition(planted.graph, goal);
    int[] held = new int[8];
    long inside = 0;
    for (int v = 0; v < training; v++) {
      held[found.partOf(v)]++;
      for (long e = planted.graph.rowStart(v); e < planted.graph.rowStart(v + 1L); e++) {
        inside += planted.graph.source(e) < 2000 ? 1 : 0;
      }
    }
    assertEquals(most, Arrays.stream(held).max().orElseThrow());
    long cut = cut(planted.graph, found, goal);
    long bound = cut(planted.graph, planted.groups, goal) + inside;
    assertTrue(cut <= bound, cut + " edges cut, expected at most " + bound);
  }

  /** Groups of nodes with most of their edges inside, and the partition into them. */
  private record Planted(CsrGraph graph, Partitioning groups) {
    static Planted of(int groups, int size) {
      int[] groupOf = new int[groups * size];
      Arrays.setAll(groupOf, v -> v / size);
      return new Planted(
          Graphs.planted(groups, size, 12, 3, new Random(5)), new Partitioning(groups, groupOf));
    }
  }
}
