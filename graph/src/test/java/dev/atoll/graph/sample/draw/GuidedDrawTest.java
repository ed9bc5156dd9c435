package dev.atoll.graph.sample.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of draws for a worker with some remote neighbours. */
class GuidedDrawTest {
  private static final RandomKey KEY = RandomKey.ofSeed(5);

  /** Node 0 draws; nodes 1 to 20 are its neighbours, of which 13 to 20 are remote. */
  private static final CsrGraph HUB = Graphs.star(20);

  private static final int END_LOCAL = 13;

  private static LocalBias guide(double deviation, LocalBias.Weights weights) {
    return new LocalBias(0, END_LOCAL, deviation, weights);
  }

  /** The number of times that node 0 drew each node. */
  private static int[] drawn(LocalBias guide, int fanout, int draws) {
    int[] drawn = new int[21];
    try (var sampler =
            new FusedSampler(LocalNeighbors.of(HUB).withBias(guide), Fanouts.of(fanout));
        var batch = SampledBatch.ofLayers(1)) {
      for (int i = 0; i < draws; i++) {
        sampler.sample(new long[] {0}, KEY.child(i), batch);
        List<Integer> nodes = Blocks.ints(batch.nodes());
        assertEquals(fanout, batch.edgeCount(), "as many neighbours as ever");
        nodes.stream().skip(1).forEach(node -> drawn[node]++);
      }
    }
    return drawn;
  }

  /** 8 of 20 are remote: uniform draws would take 0.4 of the fanout. */
  @ParameterizedTest
  @CsvSource({"5, 0, 2", "5, 0.1, 1.5", "5, 0.37, 0.15", "5, 1, 0", "16, 1, 4", "19, 0.3, 7"})
  void theShareOfRemoteDrawsFallsByTheDeviation(int fanout, double deviation, double remote) {
    int draws = 20_000;
    int[] drawn = drawn(guide(deviation, null), fanout, draws);
    for (int node = 1; node <= 20; node++) {
      double p = node < END_LOCAL ? (fanout - remote) / 12 : remote / 8;
      double sigma = Math.sqrt(draws * p * (1 - p));
      assertEquals(draws * p, drawn[node], 4 * sigma + 1e-9, "node " + node);
    }
  }

  @Test
  void remoteNeighboursAreDrawnByWeight() {
    int draws = 40_000;
    // Weights 1 to 8 sum to 36; 4 draws, 0.3 of them remote instead of 0.4.
    int[] drawn = drawn(guide(0.1, node -> node - END_LOCAL + 1f), 4, draws);
    for (int node = END_LOCAL; node <= 20; node++) {
      double weight = node - END_LOCAL + 1;
      // 1.2 are drawn on average: 1 in four of five cases, 2 otherwise; no probability exceeds 1.
      double p = 1.2 * weight / 36;
      double sigma = Math.sqrt(draws * p * (1 - p));
      assertEquals(draws * p, drawn[node], 4 * sigma, "node " + node);
    }
  }

  @Test
  void whatIsCertainIsAlwaysDrawn() {
    int draws = 2000;
    int[] drawn = drawn(guide(0, node -> node == 20 ? 1000 : 1), 10, draws);
    assertEquals(draws, drawn[20]);
    for (int node = END_LOCAL; node < 20; node++) {
      double p = 3.0 / 7;
      assertEquals(draws * p, drawn[node], 4 * Math.sqrt(draws * p * (1 - p)), "node " + node);
    }
  }

  @Test
  void allPicksHaveEqualWeight() {
    var guide = new LocalBias(0, END_LOCAL, 0.1, null);
    var source = LocalNeighbors.of(HUB).withBias(guide);
    try (var sampler = new FusedSampler(source, Fanouts.of(5));
        var batch = SampledBatch.ofLayers(1)) {
      sampler.sample(new long[] {0}, KEY, batch);
      assertNull(batch.block(0).correction());
    }
  }

  @Test
  void neighboursOfForeignNodesAreAlike() {
    // To the worker that owns nodes 1 to 12 the hub is foreign, so its weights are not asked for.
    var guide =
        new LocalBias(
            1,
            END_LOCAL,
            0.1,
            _ -> {
              throw new AssertionError("nobody knows");
            });
    assertEquals(1000 * 5, LongStream.of(sum(drawn(guide, 5, 1000))).sum());
  }

  private static long sum(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }

  @Test
  void threadsDoNotMatter() {
    CsrGraph graph = Graphs.random(2000, 40_000, new SplittableRandom(3));
    var guide = new LocalBias(500, 1200, 0.1, node -> 1 + node % 5);
    long[] seeds = LongStream.range(400, 1300).toArray();
    var source = LocalNeighbors.of(graph).withBias(guide);
    try (var one = new FusedSampler(source.withThreads(1), Fanouts.of(9, 5));
        var many = new FusedSampler(source.withThreads(4), Fanouts.of(9, 5));
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      one.sample(seeds, KEY, expected);
      many.sample(seeds, KEY, batch);
      Blocks.assertSame(expected, batch);
      assertTrue(expected.edgeCount() > 0);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void sharesBeyondOneAreRefused(double deviation) {
    var error = assertThrows(IllegalArgumentException.class, () -> guide(deviation, null));
    assertTrue(error.getMessage().contains("sampler.deviation"), error.getMessage());
  }
}
