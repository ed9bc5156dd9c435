package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Allocation;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The contract of every neighbour {@link Sampler}; one subclass per implementation. */
abstract class SamplerContract {
  private static final RandomKey KEY = RandomKey.ofSeed(7);

  private final BiFunction<NeighborSource, Fanouts, Sampler> make;

  SamplerContract(BiFunction<NeighborSource, Fanouts, Sampler> make) {
    this.make = make;
  }

  @Test
  void blocksAreThoseOfTheReference() {
    Randomly.tries(
        60,
        random -> {
          int nodes = random.nextInt(1, 3000);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(5 * nodes), random);
          long[] seeds = someSeeds(nodes, random);
          assertReference(graph, seeds, fanouts(random), new RandomKey(random.nextLong()));
        });
  }

  private static long[] someSeeds(int nodes, RandomGenerator random) {
    long[] all = LongStream.range(0, nodes).toArray();
    SeedPlan plan = SeedPlan.shuffled(all, 1, new RandomKey(random.nextLong()));
    return LongStream.of(plan.seeds()).limit(random.nextInt(nodes + 1)).toArray();
  }

  private static Fanouts fanouts(RandomGenerator random) {
    return new Fanouts(random.ints(random.nextInt(1, 4), Fanouts.ALL, 20).boxed().toList());
  }

  private void assertReference(CsrGraph graph, long[] seeds, Fanouts fanouts, RandomKey key) {
    var expected = new ReferenceSampler(graph, node -> node).sample(seeds, fanouts, key);
    for (int threads = 1; threads <= 3; threads++) {
      try (var sampler = make.apply(LocalNeighbors.of(graph).withThreads(threads), fanouts);
          var batch = SampledBatch.ofLayers(fanouts.layers())) {
        sampler.sample(seeds, key, batch);
        assertEquals(expected, Blocks.plain(batch), threads + " threads");
      }
    }
  }

  @Test
  void hubsOfEveryDegreeAroundAWord() {
    for (int degree : new int[] {1, 2, 63, 64, 65, 127, 128, 129, 5000}) {
      for (int fanout : new int[] {0, 1, 5, 62, 63, 64, 65, 4999, Fanouts.ALL}) {
        assertReference(Graphs.star(degree), new long[] {0}, Fanouts.of(fanout), KEY);
      }
    }
  }

  @Test
  void noSeedsGiveEmptyBlocks() {
    assertReference(Graphs.grid(4, 4), new long[0], Fanouts.of(3, 3), KEY);
    assertReference(Graphs.empty(0), new long[0], Fanouts.of(3, Fanouts.ALL), KEY);
  }

  @Test
  void isolatedNodesHaveNoEdges() {
    assertReference(Graphs.empty(9), new long[] {3, 8}, Fanouts.of(2, Fanouts.ALL), KEY);
  }

  @Test
  void allNeighborsComeInTheirOrder() {
    try (var sampler = make.apply(LocalNeighbors.of(Graphs.arcs(5, 3, 0, 1, 0, 4, 0)), all());
        var batch = SampledBatch.ofLayers(1)) {
      sampler.sample(new long[] {0}, KEY, batch);
      assertEquals(List.of(1, 2, 3), Blocks.ints(batch.block(0).column()));
      assertEquals(List.of(0, 1, 3, 4), Blocks.ints(batch.nodes()));
    }
  }

  private static Fanouts all() {
    return Fanouts.of(Fanouts.ALL);
  }

  @Test
  void oneSamplerManyBatches() {
    CsrGraph graph = Graphs.random(500, 3000, new SplittableRandom(1));
    Fanouts fanouts = Fanouts.of(5, 3);
    var reference = new ReferenceSampler(graph, node -> node);
    SeedPlan plan = SeedPlan.shuffled(LongStream.range(0, 500).toArray(), 60, KEY);
    try (var sampler = make.apply(LocalNeighbors.of(graph), fanouts);
        var batch = SampledBatch.ofLayers(2)) {
      for (int step = 0; step < plan.steps(); step++) {
        long[] seeds = Arrays.copyOfRange(plan.seeds(), plan.from(step), plan.to(step));
        sampler.sample(plan.seeds(), plan.from(step), plan.to(step), KEY.child(step), batch);
        assertEquals(
            reference.sample(seeds, fanouts, KEY.child(step)), Blocks.plain(batch), "step " + step);
      }
    }
  }

  @Test
  void manyThreadsGiveTheBatchOfOne() {
    CsrGraph graph = Graphs.random(20_000, 200_000, new SplittableRandom(4));
    long[] seeds = LongStream.range(0, 3000).toArray();
    Fanouts fanouts = Fanouts.of(6, 5, 4);
    try (var one = make.apply(LocalNeighbors.of(graph).withThreads(1), fanouts);
        var many = make.apply(LocalNeighbors.of(graph).withThreads(8), fanouts);
        var expected = SampledBatch.ofLayers(3);
        var batch = SampledBatch.ofLayers(3)) {
      for (int step = 0; step < 5; step++) {
        one.sample(seeds, KEY.child(step), expected);
        many.sample(seeds, KEY.child(step), batch);
        Blocks.assertSame(expected, batch);
      }
    }
  }

  @Test
  void degreesOfSourcesComeWhenAskedFor() {
    CsrGraph graph = Graphs.random(300, 900, new SplittableRandom(2));
    try (var sampler = make.apply(LocalNeighbors.of(graph), Fanouts.of(3, 3));
        var batch = SampledBatch.withSourceDegrees(2);
        var without = SampledBatch.ofLayers(2)) {
      sampler.sample(new long[] {1, 2, 3}, KEY, batch);
      List<Integer> nodes = Blocks.ints(batch.nodes());
      assertEquals(
          nodes.stream().map(node -> (int) graph.inDegree(node)).toList(),
          Blocks.ints(batch.block(1).sourceDegree()));
      sampler.sample(new long[] {1, 2, 3}, KEY, without);
      assertNull(without.block(1).sourceDegree());
    }
  }

  @Test
  void seedsMustBeDifferentNodes() {
    try (var sampler = make.apply(LocalNeighbors.of(Graphs.grid(3, 3)), all());
        var batch = SampledBatch.ofLayers(1)) {
      assertEquals(
          "seed 4 is at positions 0 and 2: expected every seed once",
          thrown(sampler, batch, 4, 5, 4));
      assertEquals("seed 9: expected a node from 0 to 8", thrown(sampler, batch, 9));
      assertEquals("seed -1: expected a node from 0 to 8", thrown(sampler, batch, -1));
      sampler.sample(new long[] {4, 5}, KEY, batch);
      assertEquals(List.of(4, 5), Blocks.ints(batch.nodes()).subList(0, 2));
    }
  }

  @Test
  void seedsMustNotOutnumberNodes() {
    try (var sampler = make.apply(LocalNeighbors.of(Graphs.grid(1, 2)), all());
        var batch = SampledBatch.ofLayers(1)) {
      assertEquals(
          "3 seeds in a batch, but the graph has 2 nodes: expected every node at most once",
          thrown(sampler, batch, 0, 1, 0));
    }
  }

  @Test
  void everyHopAddsItsNodes() {
    CsrGraph graph = Graphs.random(500, 3000, new SplittableRandom(6));
    long[] seeds = {7, 11, 400};
    try (var whole = make.apply(LocalNeighbors.of(graph), Fanouts.of(3, 3));
        var byHops = make.apply(LocalNeighbors.of(graph), Fanouts.of(3, 3));
        Arena copy = Arena.ofConfined();
        var expected = SampledBatch.ofLayers(2);
        var batch = SampledBatch.ofLayers(2)) {
      whole.sample(seeds, KEY, expected);
      byHops.begin(seeds, 0, 3, batch);
      assertEquals(3, batch.drawnNodes());
      for (int layer = 0; layer < 2; layer++) {
        int before = batch.drawnNodes();
        byHops.hop(layer, KEY, batch);
        assertEquals(before, batch.block(layer).targetCount());
        assertEquals(expected.block(layer).sourceCount(), batch.drawnNodes());
        MemorySegment added = copy.allocate(JAVA_INT, batch.drawnNodes() - before);
        batch.copyNodes(before, batch.drawnNodes(), added);
        List<Integer> nodes = Blocks.ints(expected.nodes());
        assertEquals(nodes.subList(before, batch.drawnNodes()), Blocks.ints(added));
      }
      byHops.end(batch);
      assertEquals(3, batch.seedCount());
      assertEquals(2, batch.layers());
      Blocks.assertSame(expected, batch);
    }
  }

  private static String thrown(Sampler sampler, SampledBatch batch, long... seeds) {
    return assertThrows(IllegalArgumentException.class, () -> sampler.sample(seeds, KEY, batch))
        .getMessage();
  }

  @Test
  void laterBatchesAllocateNothing() {
    CsrGraph graph = Graphs.random(2000, 40_000, new SplittableRandom(3));
    long[] seeds = LongStream.range(0, 500).toArray();
    try (var sampler = make.apply(LocalNeighbors.of(graph).withThreads(1), Fanouts.of(10, 5));
        var batch = SampledBatch.ofLayers(2)) {
      for (int i = 0; i < 300; i++) {
        sampler.sample(seeds, KEY.child(i), batch);
      }
      long bytes = Allocation.settledBytesOf(4095, () -> sampler.sample(seeds, KEY, batch));
      assertTrue(bytes < 4096, bytes + " bytes for " + batch.edgeCount() + " edges");
    }
  }
}
