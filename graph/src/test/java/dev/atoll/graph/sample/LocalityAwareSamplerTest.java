package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.locality.LocalityAwareSampler;
import dev.atoll.testkit.Allocation;
import dev.atoll.testkit.Randomly;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LocalityAwareSamplerTest {
  private static final RandomKey KEY = RandomKey.ofSeed(11);

  private static BitSet multiplesOf(int step, int nodes) {
    var set = new BitSet(nodes);
    IntStream.iterate(0, v -> v < nodes, v -> v + step).forEach(set::set);
    return set;
  }

  @Test
  void withoutFavourBatchesAreThoseOfTheFusedSampler() {
    CsrGraph graph = Graphs.random(600, 6000, new SplittableRandom(1));
    Fanouts fanouts = Fanouts.of(6, 4);
    long[] seeds = LongStream.range(0, 50).toArray();
    try (var plain = new FusedSampler(LocalNeighbors.of(graph), fanouts);
        var sampler = sampler(graph, fanouts, multiplesOf(3, 600), 1);
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      plain.sample(seeds, KEY, expected);
      sampler.sample(seeds, KEY, batch);
      assertEquals(Blocks.plain(expected), Blocks.plain(batch));
    }
  }

  private static LocalityAwareSampler sampler(
      CsrGraph graph, Fanouts fanouts, BitSet favoured, double scale) {
    var sampler =
        new LocalityAwareSampler(
            LocalNeighbors.of(graph), fanouts, Collections.nCopies(fanouts.layers(), favoured));
    sampler.scale(scale);
    return sampler;
  }

  @Test
  void probabilitiesAreThoseOfTheFormula() {
    // A hub of 20 neighbours, 5 of them favoured, draws 4: M = 1 / (s·5/20 + 15/20).
    CsrGraph hub = Graphs.star(20);
    var favoured = new BitSet();
    favoured.set(1, 6);
    assertProbabilities(hub, favoured, 4, 2, 2 * 0.2 / 1.25, 0.2 / 1.25);
    // 8 of 20 with s = 8 would exceed 1 for the favoured: they are certain, the rest share 3 of 15.
    assertProbabilities(hub, favoured, 8, 8, 1, 3 / 15.0);
  }

  private static void assertProbabilities(
      CsrGraph hub, BitSet favoured, int fanout, double scale, double near, double far) {
    int draws = 20_000;
    int[] drawn = new int[hub.nodeCount()];
    try (var sampler = sampler(hub, Fanouts.of(fanout), favoured, scale);
        var batch = SampledBatch.ofLayers(1)) {
      for (int i = 0; i < draws; i++) {
        sampler.sample(new long[] {0}, KEY.child(i), batch);
        List<Integer> nodes = Blocks.ints(batch.nodes());
        assertEquals(fanout, batch.edgeCount());
        float[] corrections = Blocks.corrections(batch.block(0));
        for (int edge = 0; edge < fanout; edge++) {
          int node = nodes.get(edge + 1);
          drawn[node]++;
          assertEquals(1 / (favoured.get(node) ? near : far), corrections[edge], 1e-5);
        }
      }
    }
    for (int node = 1; node < drawn.length; node++) {
      double p = favoured.get(node) ? near : far;
      double sigma = Math.sqrt(draws * p * (1 - p));
      assertEquals(draws * p, drawn[node], 4 * sigma + 1e-9, "node " + node);
    }
  }

  @Test
  void sumsAreUnbiased() {
    Randomly.tries(
        3,
        random -> {
          CsrGraph graph = Graphs.random(60, 900, random);
          double scale = 1 + random.nextInt(8);
          try (var sampler = sampler(graph, Fanouts.of(5), multiplesOf(4, 60), scale)) {
            Unbiased.assertSums(graph, sampler, new RandomKey(random.nextLong()), 3000);
          }
        });
  }

  @Test
  void favouredNodesAreReadMore() {
    CsrGraph graph = Graphs.random(2000, 40_000, new SplittableRandom(3));
    BitSet favoured = multiplesOf(10, 2000);
    long[] seeds = LongStream.range(0, 40).toArray();
    double before = share(graph, favoured, seeds, 1);
    double after = share(graph, favoured, seeds, 8);
    assertTrue(after > 2 * before, before + " to " + after);
  }

  private static double share(CsrGraph graph, BitSet favoured, long[] seeds, double scale) {
    try (var sampler = sampler(graph, Fanouts.of(5, 5), favoured, scale);
        var batch = SampledBatch.ofLayers(2)) {
      sampler.sample(seeds, KEY, batch);
      return Blocks.ints(batch.nodes()).stream().filter(favoured::get).count()
          / (double) batch.nodeCount();
    }
  }

  @Test
  void threadsDoNotMatterAndLaterBatchesAllocateNothing() {
    CsrGraph graph = Graphs.random(2000, 40_000, new SplittableRandom(3));
    List<BitSet> favoured = Collections.nCopies(2, multiplesOf(7, 2000));
    long[] seeds = LongStream.range(0, 700).toArray();
    var source = LocalNeighbors.of(graph);
    try (var one = new LocalityAwareSampler(source.withThreads(1), Fanouts.of(9, 5), favoured);
        var many = new LocalityAwareSampler(source.withThreads(4), Fanouts.of(9, 5), favoured);
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      one.scale(4);
      many.scale(4);
      many.sample(seeds, KEY, batch);
      for (int i = 0; i < 300; i++) {
        one.sample(seeds, KEY, expected);
      }
      Blocks.assertSame(expected, batch);
      long bytes = Allocation.settledBytesOf(4095, () -> one.sample(seeds, KEY, expected));
      assertTrue(bytes < 4096, bytes + " bytes for " + expected.edgeCount() + " edges");
    }
  }

  @Test
  void badSettingsAreNamed() {
    var source = LocalNeighbors.of(Graphs.grid(3, 3));
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> new LocalityAwareSampler(source, Fanouts.of(2, 2), List.of(new BitSet())));
    assertEquals(
        "1 sets of favoured nodes for 2 layers: expected one per layer", thrown.getMessage());
    try (var sampler = new LocalityAwareSampler(source, Fanouts.of(2), List.of(new BitSet()))) {
      assertThrows(IllegalArgumentException.class, () -> sampler.scale(0.5));
      assertThrows(IllegalArgumentException.class, () -> sampler.scale(Double.NaN));
      assertThrows(IllegalArgumentException.class, () -> sampler.scale(Double.POSITIVE_INFINITY));
    }
  }
}
