package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionGoal.Objective;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import java.lang.foreign.Arena;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommunityRingTest {
  @Test
  void partsOfRedditHaveBoundariesOfUnlikeSizes() {
    CsrGraph graph = graph(Profile.REDDIT.scaled(0.01, 1));
    double[] cut = ratios(graph, new MultilevelPartitioner(), 8);
    assertEquals(3, Arrays.stream(cut).average().orElseThrow(), 0.75, Arrays.toString(cut));
    assertTrue(most(cut) > 2 * least(cut), Arrays.toString(cut));
    double[] random = ratios(graph, new RandomPartitioner(), 8);
    assertEquals(6.3, Arrays.stream(random).average().orElseThrow(), 0.3, Arrays.toString(random));
  }

  @Test
  void equalCommunitiesWithTheDegreeOfAllOfRedditHaveNoPartition() {
    CsrGraph graph = graph(Profile.REDDIT_EVEN.scaled(0.005, 1));
    double[] cut = ratios(graph, new MultilevelPartitioner(), 8);
    assertTrue(least(cut) > 6.5, Arrays.toString(cut));
  }

  @Test
  void cutsOfProductsHaveFewBoundaryNodes() {
    CsrGraph graph = graph(Profile.PRODUCTS.scaled(0.005, 1));
    double cut = Arrays.stream(ratios(graph, new MultilevelPartitioner(), 10)).sum() / 10;
    double random = Arrays.stream(ratios(graph, new RandomPartitioner(), 10)).sum() / 10;
    assertTrue(random > 5 * cut, random + " and " + cut);
  }

  /** Boundary nodes per inner node, by part. */
  private static double[] ratios(CsrGraph graph, Partitioner partitioner, int parts) {
    PartitionGoal goal = PartitionGoal.of(parts).with(Objective.VOLUME).onThreads(2);
    var report = PartitionReport.of("", graph, partitioner.partition(graph, goal), goal, 0, 0);
    double[] ratios = new double[parts];
    for (int part = 0; part < parts; part++) {
      ratios[part] = (double) report.haloNodes().get(part) / report.coreNodes().get(part);
    }
    return ratios;
  }

  private static double least(double[] ratios) {
    return Arrays.stream(ratios).min().orElseThrow();
  }

  private static double most(double[] ratios) {
    return Arrays.stream(ratios).max().orElseThrow();
  }

  private static CsrGraph graph(SyntheticGraph model) {
    return new CsrBuilder(model.options()).build(model.edges(), Storage.in(Arena.ofAuto()));
  }

  @Test
  void chancesOfAllPairsAddUpToOne() {
    RingPlaces places = new RingPlaces(small(true));
    double sum = 0;
    for (int first = 0; first < 60; first++) {
      for (int second = 0; second < 60; second++) {
        sum += places.chance(new RingPlaces.Pair(first, second));
      }
    }
    assertEquals(1, sum, 1e-9);
  }

  @Test
  void pairsAreDrawnAsOftenAsTheirChanceSays() {
    RingPlaces places = new RingPlaces(small(false));
    int[] counts = new int[60 * 60];
    int draws = 400_000;
    for (int i = 0; i < draws; i++) {
      RingPlaces.Pair pair = places.draw(RandomKey.ofSeed(i));
      long low = Math.min(pair.first(), pair.second());
      counts[(int) (60 * low + Math.max(pair.first(), pair.second()))]++;
    }
    double chiSquared = 0;
    int cells = 0;
    for (int pair = 0; pair < counts.length; pair++) {
      double expected =
          pair / 60 < pair % 60
              ? draws * places.chance(new RingPlaces.Pair(pair / 60, pair % 60))
              : 0;
      if (expected > 20) {
        chiSquared += (counts[pair] - expected) * (counts[pair] - expected) / expected;
        cells++;
      }
    }
    assertTrue(cells > 100, cells + " pairs");
    assertEquals(1, chiSquared / cells, 0.3);
  }

  private static CommunityRing small(boolean directed) {
    return new CommunityRing(
        "small",
        60,
        100,
        directed,
        5,
        new Profile.Variety(0, 4, 4, 1, 3, 0.01, 2.5),
        new Planting(5, 1, 1, 0),
        new SplitCounts(1, 0, 0),
        1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 3, 20})
  void degreesCanBeChosen(double degree) {
    CsrGraph graph = graph(Profile.REDDIT.scaled(0.02, degree, 1));
    assertEquals(degree, graph.edgeCount() / (double) graph.nodeCount(), 0.005 * degree);
  }

  @Test
  void impossibleDegreesAreRefused() {
    SyntheticGraph dense = Profile.REDDIT.scaled(0.001, 232, 1);
    var thrown = assertThrows(IllegalArgumentException.class, dense::edges);
    assertTrue(thrown.getMessage().contains("ask for a smaller degree"), thrown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Profile.REDDIT.scaled(0.01, -1, 1));
  }
}
