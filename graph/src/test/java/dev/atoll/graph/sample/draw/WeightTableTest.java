package dev.atoll.graph.sample.draw;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.UnfusedSampler;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WeightTableTest {
  private static final int KEYS = 40_000;
  private static final RandomKey KEY = RandomKey.ofSeed(13);

  @Test
  void neighborsComeInProportionToTheirWeights() {
    assertInclusion(2, 1, 2, 3, 4); // 0.2 0.4 0.6 0.8
  }

  @Test
  void theHeavyAreCertain() {
    assertInclusion(3, 1, 1, 1, 100, 1, 2, 50, 1);
  }

  @Test
  void equalWeightsAreUniform() {
    assertInclusion(4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
  }

  @Test
  void weightsFarApart() {
    assertInclusion(2, 1e-30f, 1e30f, 1, 1e-3f, 2);
  }

  /** Checks probabilities of being picked, corrections, and that corrected sums are unbiased. */
  private static void assertInclusion(int fanout, float... weights) {
    double[] expected = probabilities(fanout, weights);
    double[] seen = new double[weights.length];
    double sumOfSums = 0;
    double truth = 0;
    for (int i = 0; i < weights.length; i++) {
      truth += value(i);
    }
    try (var star = new Star(weights)) {
      for (int key = 0; key < KEYS; key++) {
        Picks picks = star.pick(fanout, KEY.child(key));
        assertEquals(fanout, new HashSet<>(picks.positions()).size());
        for (int i = 0; i < fanout; i++) {
          int position = picks.positions().get(i);
          seen[position]++;
          sumOfSums += picks.corrections().get(i) * value(position);
          assertEquals(
              1 / expected[position], picks.corrections().get(i), 1e-5 / expected[position]);
        }
      }
    }
    double variance = 0;
    for (int i = 0; i < weights.length; i++) {
      double p = expected[i];
      double sigma = Math.sqrt(p * (1 - p) / KEYS);
      assertEquals(p, seen[i] / KEYS, 4 * sigma + 1e-9, "position " + i);
      variance += p < 1e-6 ? 0 : value(i) * value(i) * (1 - p) / p;
    }
    if (Arrays.stream(expected).min().orElseThrow() > 1e-6) { // else too rare to be seen
      assertEquals(truth, sumOfSums / KEYS, 4 * Math.sqrt(variance * fanout / KEYS) + 1e-6);
    }
  }

  private static double value(int position) {
    return 1 + position % 3;
  }

  /** min(1, c·w) that sum to the fanout; c by bisection. */
  private static double[] probabilities(int fanout, float[] weights) {
    double low = 0;
    double high = 1e38;
    for (int i = 0; i < 500; i++) {
      double c = low == 0 ? high / 1e3 : Math.sqrt(low * high);
      if (sum(scaled(c, weights)) < fanout) {
        low = c;
      } else {
        high = c;
      }
    }
    return scaled(high, weights);
  }

  private static double[] scaled(double c, float[] weights) {
    double[] p = new double[weights.length];
    Arrays.setAll(p, i -> Math.min(1, c * weights[i]));
    return p;
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }

  @Test
  void allOfFewAreTakenInOrder() {
    try (var star = new Star(3, 1, 2)) {
      Picks picks = star.pick(3, KEY);
      assertEquals(List.of(0, 1, 2), picks.positions());
      assertEquals(List.of(0, 1, 2), star.pick(Fanouts.ALL, KEY).positions());
      assertEquals(List.of(1f, 1f, 1f), picks.corrections());
    }
  }

  @Test
  void picksAreCompleteWhateverTheWeights() {
    Randomly.tries(
        300,
        random -> {
          float[] weights = new float[random.nextInt(1, 80)];
          for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) Math.exp(random.nextDouble(-60, 60));
          }
          int fanout = random.nextInt(0, weights.length + 1);
          try (var star = new Star(weights)) {
            List<Integer> positions =
                star.pick(fanout, new RandomKey(random.nextLong())).positions();
            assertEquals(positions.stream().distinct().sorted().toList(), positions);
            assertEquals(fanout, positions.size());
          }
        });
  }

  @Test
  void fusedEqualsUnfusedOnAnyNumberOfThreads() {
    CsrGraph graph = Graphs.random(3000, 40_000, new SplittableRandom(5));
    long[] seeds = LongStream.range(0, 700).toArray();
    Fanouts fanouts = Fanouts.of(7, 4);
    try (Arena arena = Arena.ofShared()) {
      var weights = arena.allocate(JAVA_FLOAT, graph.edgeCount());
      for (long e = 0; e < graph.edgeCount(); e++) {
        weights.setAtIndex(JAVA_FLOAT, e, (float) Math.exp(6 * KEY.unit(e)));
      }
      WeightTable table = WeightTable.of(graph.rows(), weights, arena, 2);
      var source = LocalNeighbors.of(graph).withWeights(table);
      try (var unfused = new UnfusedSampler(source.withThreads(3), fanouts, 3);
          var expected = SampledBatch.ofLayers(2);
          var batch = SampledBatch.ofLayers(2)) {
        unfused.sample(seeds, KEY, expected);
        assertTrue(Blocks.corrections(expected.block(0)).length > 0);
        for (int threads = 1; threads <= 3; threads++) {
          try (var fused = new FusedSampler(source.withThreads(threads), fanouts)) {
            fused.sample(seeds, KEY, batch);
            Blocks.assertSame(expected, batch);
          }
        }
      }
    }
  }

  @Test
  void weightsMustBeFiniteAndAboveZero() {
    for (float bad : new float[] {-1, 0, Float.NaN, Float.POSITIVE_INFINITY}) {
      var thrown = assertThrows(IllegalArgumentException.class, () -> new Star(1, bad, 1).close());
      assertEquals(
          "weight "
              + bad
              + " of edge 1 (from node 2 to node 0): expected a finite number above 0; leave out"
              + " edges of weight 0, as Importers.run does",
          thrown.getMessage());
    }
  }

  /** The picks of a row. */
  private record Picks(List<Integer> positions, List<Float> corrections) {}

  /** A node with a neighbour for every weight. */
  private static final class Star implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final LocalNeighbors source;
    private final NeighborPicks picked = new NeighborPicks();

    Star(float... weights) {
      CsrGraph graph = star(weights.length);
      var table = WeightTable.of(graph.rows(), arena.allocateFrom(JAVA_FLOAT, weights), arena, 1);
      source = LocalNeighbors.of(graph).withThreads(1).withWeights(table);
    }

    private static CsrGraph star(int leaves) {
      int[] ends = new int[2 * leaves];
      for (int leaf = 0; leaf < leaves; leaf++) {
        ends[2 * leaf] = leaf + 1;
      }
      return Graphs.arcs(leaves + 1, ends);
    }

    Picks pick(int fanout, RandomKey key) {
      source.pick(arena.allocate(Integer.BYTES), 1, fanout, key, picked);
      return new Picks(
          Blocks.ints(picked.neighbors()).stream().map(node -> node - 1).toList(),
          floats(picked.correction()));
    }

    private static List<Float> floats(MemorySegment cells) {
      return cells.elements(JAVA_FLOAT).map(cell -> cell.get(JAVA_FLOAT, 0)).toList();
    }

    @Override
    public void close() {
      picked.close();
      arena.close();
    }
  }
}
