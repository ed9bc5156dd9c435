package dev.atoll.graph.sample.layerwise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.ReferenceSampler;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.Unbiased;
import dev.atoll.testkit.Allocation;
import dev.atoll.testkit.Randomly;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LayerwiseSamplerTest {
  private static final RandomKey KEY = RandomKey.ofSeed(23);

  private static LayerwiseSampler unbiasedLadies(CsrGraph graph, LayerSizes sizes) {
    return new LayerwiseSampler(
        LocalNeighbors.of(graph),
        sizes,
        new LadiesImportance(),
        false,
        IntUnaryOperator.identity());
  }

  private static LayerwiseSampler publishedLadies(NeighborSource source, LayerSizes sizes) {
    return new LayerwiseSampler(
        source,
        sizes,
        List.of(new LadiesImportance()),
        true,
        IntUnaryOperator.identity(),
        LayerDraws.FIXED);
  }

  private static LayerwiseSampler fastGcn(CsrGraph graph, LayerSizes sizes) {
    return LayerwiseSampler.fastGcn(
        LocalNeighbors.of(graph), sizes, FastGcnImportance.of(graph, 2));
  }

  @Test
  void sumsAreUnbiased() {
    Randomly.tries(
        2,
        random -> {
          CsrGraph graph = Graphs.random(120, 900, random);
          RandomKey key = new RandomKey(random.nextLong());
          try (var ladies = unbiasedLadies(graph, LayerSizes.of(20));
              var fastGcn = fastGcn(graph, LayerSizes.of(20))) {
            Unbiased.assertSums(graph, ladies, key, 4000);
            Unbiased.assertSums(graph, fastGcn, key, 4000);
          }
        });
  }

  private static FastGcnSampler published(CsrGraph graph, LayerSizes sizes) {
    return new FastGcnSampler(
        LocalNeighbors.of(graph), sizes, FastGcnDraw.of(graph, FastGcnImportance.of(graph, 2)));
  }

  /** The draws of a node depend on all targets of its layer. */
  @Test
  void batchesAreNeitherSubgraphsNorDrawnNodeByNode() {
    try (var sampler = unbiasedLadies(Graphs.grid(3, 3), LayerSizes.of(2))) {
      assertFalse(sampler.isSubgraph());
      assertFalse(sampler.drawsByNode());
    }
  }

  @Test
  void fastGcnAsPublishedIsUnbiased() {
    Randomly.tries(
        2,
        random -> {
          CsrGraph graph = Graphs.random(120, 900, random);
          try (var sampler = published(graph, LayerSizes.of(20))) {
            Unbiased.assertSums(graph, sampler, new RandomKey(random.nextLong()), 4000);
          }
        });
  }

  /** A node's share of the draws is its share of the weights, whatever the targets are. */
  @Test
  void fastGcnAsPublishedDrawsFromTheWholeGraph() {
    CsrGraph graph = Graphs.random(60, 500, new SplittableRandom(4));
    FastGcnImportance importance = FastGcnImportance.of(graph, 1);
    FastGcnDraw draw = FastGcnDraw.of(graph, importance);
    int draws = 60_000;
    int[] drawn = new int[draws];
    draw.draw(drawn, KEY);
    int[] times = new int[60];
    for (int node : drawn) {
      times[node]++;
    }
    double all = IntStream.range(0, 60).mapToDouble(importance::of).sum();
    for (int u = 0; u < 60; u++) {
      double q = importance.of(u) / all;
      assertEquals(q * draws, times[u], 4.5 * Math.sqrt(draws * q * (1 - q)), "node " + u);
      assertEquals(3 / (20 * q), draw.correction(u, 3, 20), 1e-3 / q);
    }
  }

  /** Targets come first, in their order, and every drawn neighbour is read along all its edges. */
  @Test
  void blocksOfFastGcnAsPublishedAreWellFormed() {
    Randomly.tries(
        20,
        random -> {
          int nodes = random.nextInt(5, 100);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(4 * nodes), random);
          long[] seeds =
              LongStream.range(0, random.nextInt(1, nodes)).map(v -> nodes - 1 - v).toArray();
          try (var sampler = published(graph, LayerSizes.of(30, 20));
              var batch = SampledBatch.withSourceDegrees(2)) {
            sampler.sample(seeds, new RandomKey(random.nextLong()), batch);
            List<Integer> targets = LongStream.of(seeds).mapToObj(v -> (int) v).toList();
            for (ReferenceSampler.PlainBlock block : Blocks.plain(batch)) {
              assertEquals(targets, block.sources().subList(0, targets.size()));
              assertEquals(block.sources().stream().distinct().toList(), block.sources());
              for (int row = 0; row < targets.size(); row++) {
                int target = targets.get(row);
                List<Integer> read =
                    columns(block, row).stream().map(block.sources()::get).toList();
                assertEquals(
                    neighbors(graph, target).stream().filter(read::contains).toList(), read);
                assertEquals(graph.inDegree(target), (long) block.degree().get(row));
              }
              targets = block.sources();
            }
            assertEquals(
                targets.stream().map(v -> (int) graph.inDegree(v)).toList(),
                Blocks.ints(batch.block(1).sourceDegree()));
          }
        });
  }

  private static List<Integer> neighbors(CsrGraph graph, int target) {
    return IntStream.range(0, (int) graph.inDegree(target))
        .mapToObj(i -> graph.inNeighbor(target, i))
        .toList();
  }

  /** Layers are independent of their targets: few of them are neighbours of a few seeds. */
  @Test
  void fastGcnAsPublishedLeavesTargetsWithoutEdges() {
    CsrGraph graph = Graphs.random(2000, 8000, new SplittableRandom(5));
    long[] seeds = LongStream.range(0, 10).toArray();
    try (var published = published(graph, LayerSizes.of(20));
        var restricted = fastGcn(graph, LayerSizes.of(20));
        var batch = SampledBatch.ofLayers(1)) {
      published.sample(seeds, KEY, batch);
      long few = batch.edgeCount();
      restricted.sample(seeds, KEY, batch);
      assertTrue(few < batch.edgeCount() / 4, few + " and " + batch.edgeCount());
    }
  }

  @Test
  void layersHaveTheirSizeOnAverage() {
    CsrGraph graph = Graphs.random(500, 8000, new SplittableRandom(1));
    long[] seeds = LongStream.range(0, 30).toArray();
    double sampled = 0;
    int draws = 400;
    try (var sampler = unbiasedLadies(graph, LayerSizes.of(60));
        var batch = SampledBatch.ofLayers(1)) {
      for (int i = 0; i < draws; i++) {
        sampler.sample(seeds, KEY.child(i), batch);
        sampled += batch.nodeCount() - seeds.length;
      }
    }
    assertEquals(60, sampled / draws, 4 * Math.sqrt(60.0 / draws));
  }

  /**
   * Draws that fall on targets bring no new node; all other draws do, and no node is drawn twice.
   */
  @Test
  void publishedLadiesDrawsAFixedNumber() {
    CsrGraph graph = Graphs.simple(500, 8000, new SplittableRandom(1));
    LocalNeighbors source = LocalNeighbors.of(graph);
    Set<Integer> readers = neighbors(graph, 7).stream().collect(Collectors.toSet());
    int degree = readers.size();
    assertTrue(degree > 6 && !readers.contains(7));
    try (var sampler = publishedLadies(source, LayerSizes.of(6));
        var batch = SampledBatch.ofLayers(1)) {
      int fewer = 0;
      for (int i = 0; i < 400; i++) {
        sampler.sample(new long[] {7}, KEY.child(i), batch);
        int drawn = batch.nodeCount() - 1;
        assertTrue(drawn == 6 || drawn == 5, () -> drawn + " drawn");
        fewer += drawn == 5 ? 1 : 0;
        assertEquals(degree, sum(Blocks.corrections(batch.block(0))), 1e-4);
      }
      double itself = 6.0 / (degree + 1);
      assertEquals(itself, fewer / 400.0, 4 * Math.sqrt(itself * (1 - itself) / 400));
    }
  }

  private static double sum(float... elements) {
    double sum = 0;
    for (float element : elements) {
      sum += element;
    }
    return sum;
  }

  /**
   * Targets 0 and 1 both read 2, one of them 3: 2 is read more, drawn more often first, and its
   * edges weigh less where both are there. Targets that are read weigh by 1/p like any other node.
   */
  @Test
  void publishedLadiesWeighsByTheTargets() {
    CsrGraph graph = Graphs.arcs(4, 2, 0, 3, 0, 1, 0, 2, 1);
    double ofZero = 1 / 16.0;
    double ofOne = 1 / 4.0;
    double[] weight = {ofZero, ofZero + ofOne, ofZero + ofOne, ofZero};
    int[] first = new int[4];
    int draws = 4000;
    try (var one = publishedLadies(LocalNeighbors.of(graph), LayerSizes.of(1));
        var all = publishedLadies(LocalNeighbors.of(graph), LayerSizes.of(4));
        var batch = SampledBatch.ofLayers(1)) {
      for (int i = 0; i < draws; i++) {
        one.sample(new long[] {0, 1}, KEY.child(i), batch);
        List<Integer> sources = Blocks.plain(batch).getFirst().sources();
        if (sources.size() > 2) {
          first[sources.getLast()]++;
        }
      }
      double weights = weight[0] + weight[1] + weight[2] + weight[3];
      for (int u = 2; u < 4; u++) {
        double p = weight[u] / weights;
        assertEquals(p, first[u] / (double) draws, 4 * Math.sqrt(p * (1 - p) / draws));
      }
      all.sample(new long[] {0, 1}, KEY, batch);
      assertEquals(List.of(0, 1, 2, 3), Blocks.plain(batch).getFirst().sources());
      double inverse = 1 / weight[1] + 1 / weight[2] + 1 / weight[3];
      ReferenceSampler.PlainBlock block = Blocks.plain(batch).getFirst();
      float[] corrections = Blocks.corrections(batch.block(0));
      List<Integer> read = columns(block, 0);
      for (int e = 0; e < read.size(); e++) {
        assertEquals(3 / weight[read.get(e)] / inverse, corrections[e], 1e-5);
      }
    }
  }

  @Test
  void layersLargerThanTheNeighborhoodTakeAllOfIt() {
    CsrGraph graph = Graphs.random(200, 1000, new SplittableRandom(2));
    long[] seeds = {3, 1, 4, 15};
    Fanouts all = Fanouts.of(Fanouts.ALL, Fanouts.ALL);
    try (var whole = new FusedSampler(LocalNeighbors.of(graph), all);
        var ladies = LayerwiseSampler.ladies(LocalNeighbors.of(graph), LayerSizes.of(200, 200));
        var expected = SampledBatch.withSourceDegrees(2);
        var batch = SampledBatch.withSourceDegrees(2)) {
      whole.sample(seeds, KEY, expected);
      ladies.sample(seeds, KEY, batch);
      assertEquals(Blocks.plain(expected), Blocks.plain(batch));
      assertEquals(
          Blocks.ints(expected.block(1).sourceDegree()),
          Blocks.ints(batch.block(1).sourceDegree()));
      for (float correction : Blocks.corrections(batch.block(0))) {
        assertEquals(1, correction, 1e-6);
      }
    }
  }

  @Test
  void blocksAreWellFormed() {
    Randomly.tries(
        30,
        random -> {
          int nodes = random.nextInt(2, 300);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(4 * nodes), random);
          long[] seeds = LongStream.range(0, random.nextInt(nodes)).toArray();
          int size = random.nextInt(1, nodes + 1);
          try (var sampler =
                  LayerwiseSampler.ladies(LocalNeighbors.of(graph), LayerSizes.of(size, size));
              var batch = SampledBatch.ofLayers(2)) {
            sampler.sample(seeds, new RandomKey(random.nextLong()), batch);
            List<ReferenceSampler.PlainBlock> blocks = Blocks.plain(batch);
            assertEquals(seeds.length, batch.block(0).targetCount());
            assertEquals(batch.block(0).sourceCount(), batch.block(1).targetCount());
            for (int layer = 0; layer < 2; layer++) {
              assertEdgesAreOfTheGraph(graph, blocks.get(layer));
              assertRowsSumToDegrees(batch.block(layer), blocks.get(layer));
            }
          }
        });
  }

  private static void assertEdgesAreOfTheGraph(CsrGraph graph, ReferenceSampler.PlainBlock block) {
    assertEquals(block.sources().stream().distinct().toList(), block.sources());
    for (int row = 0; row < block.degree().size(); row++) {
      int target = block.sources().get(row);
      List<Integer> neighbors = neighbors(graph, target);
      List<Integer> read = columns(block, row).stream().map(block.sources()::get).toList();
      // Targets are always read, and every node that is read is read along all its edges, in order.
      assertEquals(neighbors.stream().filter(read::contains).toList(), read);
      List<Integer> targets = block.sources().subList(0, block.degree().size());
      assertTrue(neighbors.stream().filter(targets::contains).allMatch(read::contains));
    }
  }

  private static List<Integer> columns(ReferenceSampler.PlainBlock block, int row) {
    return block
        .column()
        .subList(block.rowStart().get(row).intValue(), block.rowStart().get(row + 1).intValue());
  }

  private static void assertRowsSumToDegrees(
      SampledBlock block, ReferenceSampler.PlainBlock plain) {
    float[] corrections = Blocks.corrections(block);
    for (int row = 0; row < plain.degree().size(); row++) {
      int from = plain.rowStart().get(row).intValue();
      int to = plain.rowStart().get(row + 1).intValue();
      double sum = IntStream.range(from, to).mapToDouble(i -> corrections[i]).sum();
      assertEquals(from == to ? 0 : plain.degree().get(row), sum, 1e-3 * (1 + sum));
    }
  }

  @Test
  void decisionsGoByTheDatasetsNumbers() {
    // The same cycle, numbered backwards: node v is called 99 − v.
    CsrGraph graph = Graphs.arcs(100, arcs(v -> v));
    CsrGraph renumbered = Graphs.arcs(100, arcs(v -> 99 - v));
    long[] seeds = {0, 10, 20, 30};
    long[] newSeeds = {99, 89, 79, 69};
    LayerSizes sizes = LayerSizes.of(8, 8);
    try (var sampler = LayerwiseSampler.ladies(LocalNeighbors.of(graph), sizes);
        var other =
            new LayerwiseSampler(
                LocalNeighbors.of(renumbered), sizes, new LadiesImportance(), true, v -> 99 - v);
        var batch = SampledBatch.ofLayers(2);
        var otherBatch = SampledBatch.ofLayers(2)) {
      sampler.sample(seeds, KEY, batch);
      other.sample(newSeeds, KEY, otherBatch);
      // Rows are sorted by number when a graph is made, so the order differs, but not the choice.
      assertEquals(
          Set.copyOf(Blocks.ints(batch.nodes())),
          Blocks.ints(otherBatch.nodes()).stream().map(v -> 99 - v).collect(Collectors.toSet()));
    }
  }

  private static int[] arcs(IntUnaryOperator name) {
    return IntStream.range(0, 100)
        .flatMap(
            v ->
                IntStream.of(1, 3, 7, 12)
                    .flatMap(d -> IntStream.of(name.applyAsInt((v + d) % 100), name.applyAsInt(v))))
        .toArray();
  }

  @Test
  void weightsAreThoseOfThePapers() {
    // A path 0 – 1 – 2. With loops, degrees are 2, 3, 2.
    CsrGraph path = Graphs.grid(3, 1);
    var squared = FastGcnImportance.of(path, 1);
    assertEquals(1 / 4.0 + 1 / 6.0, squared.of(0), 1e-6);
    assertEquals(1 / 6.0 + 1 / 9.0 + 1 / 6.0, squared.of(1), 1e-6);
    assertEquals(1 / 9.0, new LadiesImportance().ofEdge(0, 2), 1e-12);
  }

  @Test
  void laterBatchesAllocateNothing() {
    CsrGraph graph = Graphs.random(2000, 20_000, new SplittableRandom(3));
    long[] seeds = LongStream.range(0, 100).toArray();
    var source = LocalNeighbors.of(graph).withThreads(1);
    try (var sampler = LayerwiseSampler.ladies(source, LayerSizes.of(200, 200));
        var batch = SampledBatch.ofLayers(2)) {
      for (int i = 0; i < 200; i++) {
        sampler.sample(seeds, KEY.child(i), batch);
      }
      long bytes = Allocation.settledBytesOf(4095, () -> sampler.sample(seeds, KEY, batch));
      assertTrue(bytes < 4096, bytes + " bytes for " + batch.edgeCount() + " edges");
    }
  }

  @Test
  void badSettingsAreNamed() {
    CsrGraph graph = Graphs.grid(3, 3);
    assertMessage(
        "layer size 10: expected at most the 9 nodes there are",
        () -> unbiasedLadies(graph, LayerSizes.of(5, 10)).close());
    assertMessage("layer size 0: expected at least 1 node", () -> LayerSizes.of(0));
    assertMessage("layer sizes must name at least one layer", LayerSizes::of);
    try (var sampler = unbiasedLadies(graph, LayerSizes.of(5));
        var batch = SampledBatch.ofLayers(1)) {
      assertMessage(
          "seed 4 is at positions 0 and 1: expected every seed once",
          () -> sampler.sample(new long[] {4, 4}, KEY, batch));
    }
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
