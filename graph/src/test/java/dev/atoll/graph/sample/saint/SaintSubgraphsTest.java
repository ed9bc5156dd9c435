package dev.atoll.graph.sample.saint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Blocks;
import dev.atoll.graph.sample.SampledBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Probabilities of nodes, edges and walks, which the normalisation would hide, and its counts. */
class SaintSubgraphsTest {
  private static final RandomKey KEY = RandomKey.ofSeed(43);
  private static final int DRAWS = 20_000;

  /** Edges 0→3, 1→3, 2→3, 3→0, 1→0, 4→1; node 2 reads nothing, and nothing reads node 5. */
  private static final CsrGraph GRAPH = Graphs.arcs(6, 0, 3, 1, 3, 2, 3, 3, 0, 1, 0, 4, 1, 1, 4);

  /** Checks how often each set of nodes is drawn. */
  private static void assertShares(SaintSubgraphs subgraphs, Map<List<Integer>, Double> weights) {
    Map<List<Integer>, Integer> seen = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      seen.merge(Arrays.stream(subgraphs.nodes(KEY.child(i))).boxed().toList(), 1, Integer::sum);
    }
    assertEquals(weights.keySet(), seen.keySet());
    double all = weights.values().stream().mapToDouble(w -> w).sum();
    weights.forEach(
        (nodes, weight) -> {
          double p = weight / all;
          double sigma = Math.sqrt(DRAWS * p * (1 - p));
          assertEquals(DRAWS * p, seen.get(nodes), 4.5 * sigma, "nodes " + nodes);
        });
  }

  @Test
  void nodesAreDrawnBySquaredNormsOfTheirColumns() {
    // In-degrees: 2 of node 0, 1 of nodes 1 and 4, 3 of node 3.
    assertShares(
        SaintSubgraphs.ofNodes(GRAPH, 1),
        Map.of(
            List.of(0), 1 / 9.0,
            List.of(1), 1 / 9.0 + 1 / 4.0 + 1,
            List.of(2), 1 / 9.0,
            List.of(3), 1 / 4.0,
            List.of(4), 1.0));
  }

  @Test
  void edgesAreDrawnByTheDegreesOfTheirEnds() {
    assertShares(
        SaintSubgraphs.ofEdges(GRAPH, 1),
        Map.of(
            List.of(0, 3), (1 / 2.0 + 1 / 3.0) + (1 / 3.0 + 1 / 2.0), // 0→3 and 3→0
            List.of(1, 3), 1 + 1 / 3.0,
            List.of(2, 3), 1 + 1 / 3.0, // node 2 has no in-degree, which counts as 1
            List.of(0, 1), 1 + 1 / 2.0,
            List.of(1, 4), 2.0 + 2.0)); // both ways
  }

  @Test
  void walksBeginAnywhereAndGoToAnyNeighbour() {
    assertShares(
        SaintSubgraphs.ofWalks(GRAPH, 1, 1),
        Map.of(
            List.of(0, 1),
            1 / 2.0,
            List.of(0, 3),
            1 / 2.0 + 1 / 3.0,
            List.of(1, 4),
            2.0,
            List.of(2),
            1.0, // stays where it cannot go on
            List.of(1, 3),
            1 / 3.0,
            List.of(2, 3),
            1 / 3.0,
            List.of(5),
            1.0));
  }

  @Test
  void severalDrawsAreJoined() {
    for (int i = 0; i < 50; i++) {
      int[] nodes = SaintSubgraphs.ofWalks(GRAPH, 3, 2).nodes(KEY.child(i));
      assertArrayEquals(Arrays.stream(nodes).sorted().distinct().toArray(), nodes);
      assertTrue(nodes.length <= 6 && nodes[nodes.length - 1] < 6);
    }
    int most = 0;
    for (int i = 0; i < 50; i++) {
      most = Math.max(most, SaintSubgraphs.ofEdges(GRAPH, 4).nodes(KEY.child(i)).length);
    }
    assertEquals(5, most, "every node that has an edge");
  }

  @Test
  void numbersOfNoWeightAreNeverDrawn() {
    var draw = new CumulativeDraw(new double[] {0, 1, 0, 3});
    assertEquals(1, draw.at(0));
    assertEquals(1, draw.at(0.2499));
    assertEquals(3, draw.at(0.25));
    assertEquals(3, draw.at(0.9999));
    assertFalse(draw.isEmpty());
    assertTrue(new CumulativeDraw(new double[2]).isEmpty());
    assertTrue(new CumulativeDraw(new double[0]).isEmpty());
  }

  /** Subgraphs that are given, one after the other, and how often they were asked for. */
  private static final class Given implements SaintSubgraphs {
    private final int[][] subgraphs;
    private final List<RandomKey> keys = new ArrayList<>();

    Given(int[]... subgraphs) {
      this.subgraphs = subgraphs;
    }

    @Override
    public int[] nodes(RandomKey key) {
      keys.add(key);
      return subgraphs[(keys.size() - 1) % subgraphs.length];
    }
  }

  @Test
  void countsOfNodesAndEdgesNormalise() {
    CsrGraph edge = Graphs.arcs(2, 0, 1);
    var given = new Given(new int[] {1}, new int[] {0, 1}, new int[] {0, 1});
    SaintNorm norm = SaintNorm.of(edge, given, 3, KEY);
    assertEquals(List.of(KEY.child(0), KEY.child(1), KEY.child(2)), given.keys);
    assertEquals(3 / 2f, norm.correction(1, 0), "the edge is in two of three");
    assertEquals(3 / 2f, norm.lossWeight(0));
    assertEquals(1, norm.lossWeight(1));
  }

  @Test
  void whatNoSubgraphHasCountsAsOnce() {
    SaintNorm norm = SaintNorm.of(Graphs.arcs(2, 0, 1), new Given(new int[] {1}), 4, KEY);
    assertEquals(4, norm.correction(1, 0));
    assertEquals(4, norm.lossWeight(0));
  }

  @Test
  void anEpochHasAsManyNodesAsTheGraph() {
    CsrGraph graph = Graphs.empty(10);
    assertEquals(
        4, SaintNorm.of(graph, new Given(new int[] {0, 1, 2}), 5, KEY).subgraphsPerEpoch());
    assertEquals(
        2, SaintNorm.of(graph, new Given(new int[] {0, 1, 2, 3, 4}), 5, KEY).subgraphsPerEpoch());
  }

  @Test
  void everyNodeIsDrawnFiftyTimesOnAverage() {
    var pairs = new Given(new int[] {0, 1});
    SaintNorm.of(Graphs.empty(2), pairs, 0, KEY);
    assertEquals(50, pairs.keys.size());
    var none = new Given(new int[0]);
    SaintNorm.of(Graphs.empty(2), none, 0, KEY);
    assertEquals(100, none.keys.size(), "it ends where nothing is ever drawn");
  }

  @Test
  void nodesOfAPartHaveTheirNumbersInTheWholeAndDegreesWithoutLoops() {
    // Part of nodes 10 to 13: 0→1, 2→1, 1→1 (a loop), 3→2.
    CsrGraph part = Graphs.arcs(4, 0, 1, 2, 1, 1, 1, 3, 2);
    SaintNorm norm = SaintNorm.of(part, new Given(new int[] {0, 1}, new int[] {1, 2}), 2, KEY);
    try (var sampler = new SaintSampler(part, norm, _ -> new int[] {0, 1, 2}, 1, 10, 100);
        var batch = SampledBatch.withSourceDegrees(1)) {
      assertTrue(sampler.isSubgraph());
      sampler.step(0);
      sampler.sample(new long[] {11, 12}, KEY, batch);
      assertEquals(List.of(11, 12, 10), Blocks.ints(batch.nodes()));
      assertEquals(List.of(2, 1, 0), Blocks.ints(batch.block(0).sourceDegree()));
      assertEquals(List.of(3, 1), Blocks.ints(batch.block(0).targetDegree()));
      // Node 1 is in two subgraphs, its edges from 0, 1 and 2 in one, two and one of them.
      assertArrayEquals(new float[] {2, 1, 2}, Blocks.corrections(batch.block(0)));
    }
    var neighbors = new SaintNeighbors(part, norm, 10, 100);
    assertTrue(neighbors.weighted());
    assertEquals(100, neighbors.nodeCount());
  }
}
