package dev.atoll.graph.sample.saint;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SaintSamplerTest {
  private static final RandomKey KEY = RandomKey.ofSeed(41);
  private static final int DRAWS = 20_000;
  private static final int NODES = 24;

  /** A sampler under test: one of three. */
  private record Kind(String name, Function<CsrGraph, SaintSubgraphs> of) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("node", graph -> SaintSubgraphs.ofNodes(graph, 12)),
        new Kind("edge", graph -> SaintSubgraphs.ofEdges(graph, 6)),
        new Kind("walk", graph -> SaintSubgraphs.ofWalks(graph, 5, 2)));
  }

  private static CsrGraph graph() {
    return Graphs.random(NODES, 4 * NODES, new SplittableRandom(5));
  }

  /** Each node of a subgraph reads all of its neighbours in the subgraph and no others. */
  @ParameterizedTest
  @MethodSource("kinds")
  void blocksAreThoseOfTheInducedSubgraph(Kind kind) {
    CsrGraph graph = graph();
    SaintSubgraphs subgraphs = kind.of.apply(graph);
    SaintNorm norm = SaintNorm.of(graph, subgraphs, 100, KEY);
    int[] members = subgraphs.nodes(KEY);
    assertArrayEquals(members, subgraphs.nodes(KEY));
    try (var sampler = new SaintSampler(graph, norm, step -> members, 2);
        var batch = SampledBatch.withSourceDegrees(2)) {
      sampler.step(0);
      sampler.sample(Arrays.stream(members).asLongStream().toArray(), KEY, batch);
      for (int layer = 0; layer < 2; layer++) {
        SampledBlock block = batch.block(layer);
        assertEquals(members.length, block.sourceCount());
        for (int row = 0; row < members.length; row++) {
          int target = members[row];
          long inside =
              LongStream.range(0, graph.inDegree(target))
                  .filter(i -> Arrays.binarySearch(members, graph.inNeighbor(target, i)) >= 0)
                  .count();
          assertEquals(inside, edges(block, row));
          assertEquals(graph.inDegree(target), block.targetDegree().getAtIndex(JAVA_INT, row));
        }
      }
    }
  }

  private static long edges(SampledBlock block, int row) {
    return block.rowStart().getAtIndex(JAVA_LONG, row + 1L)
        - block.rowStart().getAtIndex(JAVA_LONG, row);
  }

  /**
   * The mean of the corrected sum over a node's neighbours, over the subgraphs that have the node,
   * is the full sum. The normalisation is estimated from as many subgraphs, so the deviation of the
   * mean counts twice.
   */
  @ParameterizedTest
  @MethodSource("kinds")
  void sumsAreUnbiased(Kind kind) {
    CsrGraph graph = graph();
    SaintSubgraphs subgraphs = kind.of.apply(graph);
    SaintNorm norm = SaintNorm.of(graph, subgraphs, DRAWS, KEY.child("presamples"));
    var means = new Means(NODES);
    try (var sampler = new SaintSampler(graph, norm, step -> subgraphs.nodes(KEY.child(step)), 1);
        var batch = SampledBatch.ofLayers(1)) {
      for (int step = 0; step < DRAWS; step++) {
        int[] members = subgraphs.nodes(KEY.child(step));
        sampler.step(step);
        sampler.sample(Arrays.stream(members).asLongStream().toArray(), KEY, batch);
        for (int row = 0; row < members.length; row++) {
          means.add(members[row], sum(batch.block(0), row));
        }
      }
    }
    for (int node = 0; node < NODES; node++) {
      int target = node;
      double full =
          LongStream.range(0, graph.inDegree(node))
              .mapToDouble(i -> value(graph.inNeighbor(target, i)))
              .sum();
      assertTrue(means.count(node) > 100 || graph.inDegree(node) == 0, "node " + node);
      if (means.count(node) > 0) {
        assertEquals(
            full, means.of(node), 4 * Math.sqrt(2) * means.sigma(node) + 1e-4, "node " + node);
      }
    }
  }

  private static double sum(SampledBlock block, int row) {
    long from = block.rowStart().getAtIndex(JAVA_LONG, row);
    double sum = 0;
    for (long edge = from; edge < from + edges(block, row); edge++) {
      int place = block.column().getAtIndex(JAVA_INT, edge);
      sum +=
          block.correction().getAtIndex(JAVA_FLOAT, edge)
              * value(block.sources().getAtIndex(JAVA_INT, place));
    }
    return sum;
  }

  /** The mean over subgraphs of the weighted sum of losses is the sum of all losses. */
  @ParameterizedTest
  @MethodSource("kinds")
  void lossesAreUnbiased(Kind kind) {
    CsrGraph graph = graph();
    SaintSubgraphs subgraphs = kind.of.apply(graph);
    SaintNorm norm = SaintNorm.of(graph, subgraphs, DRAWS, KEY.child("presamples"));
    var mean = new Means(1);
    boolean[] seen = new boolean[NODES];
    for (int step = 0; step < DRAWS; step++) {
      double loss = 0;
      for (int node : subgraphs.nodes(KEY.child(step))) {
        seen[node] = true;
        loss += norm.lossWeight(node) * value(node);
      }
      mean.add(0, loss);
    }
    double full =
        LongStream.range(0, NODES).filter(v -> seen[(int) v]).mapToDouble(v -> value(v)).sum();
    assertEquals(full, mean.of(0), 4 * Math.sqrt(2) * mean.sigma(0));
  }

  /** Over the subgraphs that the normalisation was estimated from, sums are exact. */
  @Test
  void presampledSubgraphsAverageToTheFullSum() {
    CsrGraph graph = graph();
    SaintSubgraphs subgraphs = SaintSubgraphs.ofWalks(graph, 5, 2);
    int samples = 400;
    SaintNorm norm = SaintNorm.of(graph, subgraphs, samples, KEY);
    double[] weight = new double[NODES];
    for (int sample = 0; sample < samples; sample++) {
      for (int node : subgraphs.nodes(KEY.child(sample))) {
        weight[node] += norm.lossWeight(node) / samples;
      }
    }
    for (int node = 0; node < NODES; node++) {
      assertEquals(1, weight[node], 1e-5, "node " + node);
    }
  }

  @Test
  void enoughSubgraphsAreDrawnToSeeEveryNodeFiftyTimes() {
    CsrGraph graph = graph();
    SaintNorm norm = SaintNorm.of(graph, SaintSubgraphs.ofWalks(graph, 1, 1), 0, KEY);
    assertTrue(norm.subgraphsPerEpoch() >= NODES / 2, norm.subgraphsPerEpoch() + " subgraphs");
    assertTrue(norm.lossWeight(0) > 1);
  }

  @Test
  void graphsWithoutNodesOrEdgesGiveEmptySubgraphs() {
    CsrGraph none = Graphs.empty(0);
    assertEquals(0, SaintSubgraphs.ofWalks(none, 3, 2).nodes(KEY).length);
    assertEquals(0, SaintSubgraphs.ofNodes(none, 3).nodes(KEY).length);
    CsrGraph lonely = Graphs.empty(3);
    assertEquals(0, SaintSubgraphs.ofEdges(lonely, 3).nodes(KEY).length);
    assertEquals(
        1, SaintNorm.of(lonely, SaintSubgraphs.ofEdges(lonely, 3), 0, KEY).subgraphsPerEpoch());
  }

  /** An arbitrary value of a node. */
  private static double value(long node) {
    return node * 37 % 11 + 1;
  }

  /** Means and their deviations. */
  private static final class Means {
    private final int[] count;
    private final double[] sum;
    private final double[] squares;

    Means(int size) {
      count = new int[size];
      sum = new double[size];
      squares = new double[size];
    }

    void add(int at, double value) {
      count[at]++;
      sum[at] += value;
      squares[at] += value * value;
    }

    int count(int at) {
      return count[at];
    }

    double of(int at) {
      return sum[at] / count[at];
    }

    double sigma(int at) {
      return Math.sqrt(Math.max(0, squares[at] / count[at] - of(at) * of(at)) / count[at]);
    }
  }
}
