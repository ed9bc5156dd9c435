package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GreedyPlacerTest {
  private static final TierCosts COSTS = new TierCosts(0, 0.2, 1);

  /** Every device trains on a stretch of the nodes of its own. */
  private static List<AccessProbabilities> ofStretches(CsrGraph graph, int devices) {
    int nodes = graph.nodeCount();
    return IntStream.range(0, devices)
        .mapToObj(
            d -> {
              int from = nodes * d / devices;
              long[] train =
                  LongStream.range(from, Math.max(from + 1, nodes * (d + 1) / devices)).toArray();
              return AccessProbabilities.sampled(graph, train, Fanouts.of(2, 2), 4, 1);
            })
        .toList();
  }

  /** The expected cost of an epoch. */
  private static double expectedCost(Placement placement, List<AccessProbabilities> p) {
    double cost = 0;
    for (int device = 0; device < p.size(); device++) {
      for (int v = 0; v < placement.nodeCount(); v++) {
        cost +=
            p.get(device).reads(v)
                * switch (placement.table(device).tier(v)) {
                  case OWN -> COSTS.own();
                  case PEER -> COSTS.peer();
                  case HOST -> COSTS.host();
                };
      }
    }
    return cost;
  }

  @Test
  void buffersAreFullAndHoldNothingTwice() {
    Randomly.tries(
        40,
        random -> {
          int nodes = random.nextInt(4, 200);
          CsrGraph graph = Graphs.random(nodes, 3 * nodes, random);
          String groups = List.of("1", "2", "4", "2+2", "1+3").get(random.nextInt(5));
          Devices devices = Devices.grouped(groups, random.nextInt(1, nodes + 1));
          var placement =
              new GreedyPlacer(COSTS).place(ofStretches(graph, devices.count()), devices);
          for (int device = 0; device < devices.count(); device++) {
            assertEquals(
                devices.rows(), Arrays.stream(placement.buffer(device)).distinct().count());
          }
        });
  }

  @Test
  void nearlyTheBestOfAllPlacementsOfFewNodes() {
    Randomly.tries(
        25,
        random -> {
          CsrGraph graph = Graphs.random(7, 14, random);
          Devices devices = Devices.connected(2, 2);
          var p = ofStretches(graph, 2);
          double found = expectedCost(new GreedyPlacer(COSTS).place(p, devices), p);
          double best = best(p, devices);
          double nothing = p.stream().mapToDouble(GreedyPlacerTest::sum).sum();
          assertTrue(
              nothing - found >= 0.9 * (nothing - best),
              "saves %s of %s".formatted(nothing - found, nothing - best));
        });
  }

  private static double sum(AccessProbabilities p) {
    return IntStream.range(0, p.nodeCount()).mapToDouble(p::reads).sum();
  }

  private static double best(List<AccessProbabilities> p, Devices devices) {
    List<int[]> pairs =
        IntStream.range(0, 1 << 7)
            .filter(set -> Integer.bitCount(set) == 2)
            .mapToObj(set -> BitSet.valueOf(new long[] {set}).stream().toArray())
            .toList();
    double best = Double.POSITIVE_INFINITY;
    for (int[] one : pairs) {
      for (int[] other : pairs) {
        var placement = Placement.of(devices, 7, new int[][] {one, other});
        best = Math.min(best, expectedCost(placement, p));
      }
    }
    return best;
  }

  @Test
  void whereAllReadAlikeItCostsWhatAlgorithm1Costs() {
    for (String groups : List.of("2", "4", "2+2")) {
      CsrGraph graph = Graphs.random(400, 1600, new SplittableRandom(3));
      long[] train = LongStream.range(0, 130).toArray();
      var shared = AccessProbabilities.sampled(graph, train, Fanouts.of(3, 2), 4, 1);
      Devices devices = Devices.grouped(groups, 60);
      var each = Collections.nCopies(devices.count(), shared);
      double alpha = COSTS.alpha(devices.groupOf(0).size());
      double published = expectedCost(new CachedPlacer(alpha).place(graph, shared, devices), each);
      double greedy = expectedCost(new GreedyPlacer(COSTS).place(each, devices), each);
      assertEquals(1, greedy / published, 1e-3, groups);
    }
  }

  @Test
  void probabilitiesOfEveryDeviceAreAskedFor() {
    CsrGraph graph = Graphs.grid(3, 3);
    assertEquals(
        "access probabilities of 1 devices for 2: expected those of each",
        assertThrows(
                IllegalArgumentException.class,
                () -> new GreedyPlacer(COSTS).place(ofStretches(graph, 1), Devices.connected(2, 3)))
            .getMessage());
  }
}
