package dev.atoll.graph.sample.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.testkit.Randomly;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClusterSamplerTest {
  private static final RandomKey KEY = RandomKey.ofSeed(31);

  @Test
  void batchesAreThoseOfTheInducedSubgraph() {
    Randomly.tries(
        20,
        random -> {
          int nodes = random.nextInt(10, 400);
          CsrGraph graph = Graphs.random(nodes, 4 * nodes, random);
          int[] clusterOf = random.ints(nodes, 0, 6).toArray();
          long[] seeds = LongStream.range(0, 5).toArray();
          Set<Integer> union =
              LongStream.of(seeds).mapToObj(v -> clusterOf[(int) v]).collect(Collectors.toSet());
          CsrGraph induced = induced(graph, v -> union.contains(clusterOf[v]));
          Fanouts all = Fanouts.of(Fanouts.ALL, Fanouts.ALL);
          try (var whole = new FusedSampler(LocalNeighbors.of(induced), all);
              var sampler =
                  new ClusterSampler(LocalNeighbors.of(graph), new Partitioning(6, clusterOf), 2);
              var expected = SampledBatch.withSourceDegrees(2);
              var batch = SampledBatch.withSourceDegrees(2)) {
            sampler.sample(new long[] {nodes - 1}, KEY, batch);
            whole.sample(seeds, KEY, expected);
            sampler.sample(seeds, KEY, batch);
            Blocks.assertSame(expected, batch);
            assertEquals(
                Blocks.ints(expected.block(1).sources()).stream()
                    .map(node -> degreeWithoutLoops(induced, node))
                    .toList(),
                Blocks.ints(batch.block(1).sourceDegree()));
          }
        });
  }

  private static int degreeWithoutLoops(CsrGraph graph, int node) {
    return (int)
        LongStream.range(0, graph.inDegree(node))
            .filter(i -> graph.inNeighbor(node, i) != node)
            .count();
  }

  private static CsrGraph induced(CsrGraph graph, IntPredicate inside) {
    int nodes = graph.nodeCount();
    int[] arcs =
        IntStream.range(0, nodes)
            .filter(inside)
            .flatMap(
                v ->
                    IntStream.range(0, (int) graph.inDegree(v))
                        .map(i -> graph.inNeighbor(v, i))
                        .filter(inside)
                        .flatMap(u -> IntStream.of(u, v)))
            .toArray();
    return Graphs.arcs(nodes, arcs);
  }

  @Test
  void badSettingsAreNamed() {
    var source = LocalNeighbors.of(Graphs.grid(3, 3));
    assertEquals(
        "clusters of 2 nodes do not fit a graph of 9",
        assertThrows(
                IllegalArgumentException.class,
                () -> new ClusterSampler(source, new Partitioning(1, new int[2]), 1))
            .getMessage());
    try (var sampler = new ClusterSampler(source, new Partitioning(1, new int[9]), 1);
        var batch = SampledBatch.ofLayers(1)) {
      assertTrue(sampler.isSubgraph());
      assertFalse(new ClusterNeighbors(source, new Partitioning(1, new int[9])).weighted());
      assertEquals(
          "seed 9: expected a node from 0 to 8",
          assertThrows(
                  IllegalArgumentException.class, () -> sampler.sample(new long[] {9}, KEY, batch))
              .getMessage());
    }
  }
}
