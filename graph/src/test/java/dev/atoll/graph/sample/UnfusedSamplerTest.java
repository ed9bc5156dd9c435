package dev.atoll.graph.sample;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnfusedSamplerTest extends SamplerContract {
  UnfusedSamplerTest() {
    super((source, fanouts) -> new UnfusedSampler(source, fanouts, 2));
  }

  /** Batches of several chunks of every pass, nodes without neighbours among them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sameBatchesOnAnyNumberOfThreads(int threads) {
    CsrGraph graph = Graphs.random(40_000, 120_000, new SplittableRandom(5));
    NeighborSource source = LocalNeighbors.of(graph).withThreads(1);
    Fanouts fanouts = Fanouts.of(7, 4);
    try (var fused = new FusedSampler(source, fanouts);
        var unfused = new UnfusedSampler(source, fanouts, threads);
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      for (int round = 0; round < 4; round++) {
        long[] seeds = LongStream.range(round * 100L, 9000).toArray();
        fused.sample(seeds, RandomKey.ofSeed(round), expected);
        unfused.sample(seeds, RandomKey.ofSeed(round), batch);
        Blocks.assertSame(expected, batch);
      }
    }
  }
}
