package dev.atoll.graph.sample.layerwise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Unbiased;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Locality-aware layer-wise sampling. */
class PreferenceImportanceTest {
  private static final RandomKey KEY = RandomKey.ofSeed(41);
  private static final int DRAWS = 20_000;

  private static BitSet nodes(int... members) {
    var set = new BitSet();
    for (int node : members) {
      set.set(node);
    }
    return set;
  }

  private static LayerwiseSampler sampler(
      CsrGraph graph, LayerSizes sizes, double scale, BitSet... favoured) {
    List<LayerImportance> importance =
        List.of(favoured).stream()
            .<LayerImportance>map(
                set -> new PreferenceImportance(new LadiesImportance(), set, () -> scale))
            .toList();
    return new LayerwiseSampler(
        LocalNeighbors.of(graph),
        sizes,
        importance,
        false,
        IntUnaryOperator.identity(),
        LayerDraws.POISSON);
  }

  /**
   * Target 0 reads node 2, target 1 reads 2, 3 and 4: LADIES weighs them 5 to 1 to 1. Node 3
   * favoured five times makes that 5 to 5 to 1; favoured so that it would be drawn more than once,
   * it is certain.
   */
  @Test
  void probabilitiesAreThoseOfTheFormula() {
    CsrGraph graph = Graphs.arcs(5, 2, 0, 2, 1, 3, 1, 4, 1);
    assertProbabilities(graph, 1, 1, 5 / 7.0, 1 / 7.0, 1 / 7.0);
    assertProbabilities(graph, 5, 1, 5 / 11.0, 5 / 11.0, 1 / 11.0);
    assertProbabilities(graph, 24, 2, 5 / 6.0, 1, 1 / 6.0);
  }

  private static void assertProbabilities(
      CsrGraph graph, double scale, int size, double... expected) {
    int[] drawn = new int[graph.nodeCount()];
    try (var sampler = sampler(graph, LayerSizes.of(size), scale, nodes(3));
        var batch = SampledBatch.ofLayers(1)) {
      for (int draw = 0; draw < DRAWS; draw++) {
        sampler.sample(new long[] {0, 1}, KEY.child(draw), batch);
        for (int node : batch.nodes().toArray(ValueLayout.JAVA_INT)) {
          drawn[node]++;
        }
      }
    }
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], drawn[2 + i] / (double) DRAWS, 0.02, "node " + (2 + i));
    }
  }

  @Test
  void sumsStayUnbiased() {
    CsrGraph graph = Graphs.random(120, 900, new SplittableRandom(4));
    BitSet third = new BitSet();
    LongStream.range(0, 40).forEach(v -> third.set((int) v * 3));
    try (var sampler = sampler(graph, LayerSizes.of(30), 4, third)) {
      Unbiased.assertSums(graph, sampler, KEY, 4000);
    }
  }

  @Test
  void scaleOneChangesNothing() {
    CsrGraph graph = Graphs.random(300, 3000, new SplittableRandom(5));
    LayerSizes sizes = LayerSizes.of(40, 60);
    long[] seeds = LongStream.range(0, 20).toArray();
    try (var plain =
            new LayerwiseSampler(
                LocalNeighbors.of(graph),
                sizes,
                new LadiesImportance(),
                false,
                IntUnaryOperator.identity());
        var favouring = sampler(graph, sizes, 1, nodes(1, 2, 3), nodes(4, 5, 6));
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      plain.sample(seeds, KEY, expected);
      favouring.sample(seeds, KEY, batch);
      assertEquals(Blocks.plain(expected), Blocks.plain(batch));
    }
  }

  @Test
  void everyLayerHasItsImportance() {
    CsrGraph graph = Graphs.grid(3, 3);
    assertEquals(
        "1 importances for 2 layers: expected one per layer",
        assertThrows(
                IllegalArgumentException.class,
                () -> sampler(graph, LayerSizes.of(2, 2), 2, nodes(1)))
            .getMessage());
  }
}
