package dev.atoll.graph.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.csr.CsrOptions.SelfLoops;
import dev.atoll.graph.fixture.EdgeList;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CsrBuilderTest {
  private static final CsrOptions PLAIN = CsrOptions.AS_GIVEN;

  @Test
  void equalsTheNaiveBuilderOnAnyNumberOfThreads() {
    Randomly.tries(
        400,
        random -> {
          EdgeList edges = EdgeList.random(random);
          CsrOptions options = randomOptions(random);
          for (int threads = 1; threads <= 3; threads++) {
            try (Arena arena = Arena.ofShared()) {
              CsrGraph graph = new CsrBuilder(options, threads).build(edges, Storage.in(arena));
              assertEquals(naiveRows(edges, options), EdgeList.rows(graph), options::toString);
            }
          }
        });
  }

  @Test
  void moreNodesThanNumbersAreRefused() {
    var edges = EdgeList.of(1L << 31);
    try (Arena arena = Arena.ofShared()) {
      var e =
          assertThrows(
              BadDataException.class,
              () -> new CsrBuilder(PLAIN, 1).build(edges, Storage.in(arena)));
      assertTrue(
          e.getMessage().startsWith("a graph of 2147483648 nodes: expected at most 2147483647"),
          e.getMessage());
    }
  }

  @Test
  void manyRowsAndChunksAscend() {
    int nodes = 20_000;
    var random = new SplittableRandom(1);
    var edges = new ArrayList<EdgeList.Edge>();
    for (int i = 0; i < 200_000; i++) {
      edges.add(new EdgeList.Edge(random.nextInt(nodes), random.nextInt(nodes)));
    }
    var source = new EdgeList(nodes, 17, edges);
    List<List<Long>> expected = quickRows(source);
    for (int threads = 1; threads <= 3; threads++) {
      try (Arena arena = Arena.ofShared()) {
        CsrGraph graph =
            new CsrBuilder(PLAIN.symmetrized(), threads).build(source, Storage.in(arena));
        assertEquals(expected, EdgeList.rows(graph));
      }
    }
  }

  /** Symmetrised rows without looking at every edge for every node. */
  private static List<List<Long>> quickRows(EdgeList edges) {
    var rows = new ArrayList<List<Long>>();
    for (long node = 0; node < edges.nodeCount(); node++) {
      rows.add(new ArrayList<>());
    }
    for (EdgeList.Edge edge : edges.edges()) {
      rows.get((int) edge.target()).add(edge.source());
      if (edge.source() != edge.target()) {
        rows.get((int) edge.source()).add(edge.target());
      }
    }
    rows.forEach(Collections::sort);
    return rows;
  }

  @Test
  void anEmptyGraphHasNoRows() {
    assertEquals(List.of(), rows(EdgeList.of(0), PLAIN.symmetrized().deduplicated()));
  }

  @Test
  void isolatedNodesHaveEmptyRows() {
    assertEquals(List.of(List.of(), List.of()), rows(EdgeList.of(2), PLAIN));
  }

  @Test
  void aSourceWithoutChunksIsAGraphWithoutEdges() {
    assertEquals(List.of(List.of()), rows(new EdgeList(1, 0, List.of()), PLAIN));
  }

  @Test
  void selfLoopsAreNotDoubledBySymmetry() {
    assertEquals(
        List.of(List.of(0L, 1L), List.of(0L)),
        rows(EdgeList.of(2, 0, 0, 0, 1), PLAIN.symmetrized()));
  }

  @Test
  void theRepeatsOfAHubAreRemoved() {
    var edges = new ArrayList<EdgeList.Edge>();
    var expected = new ArrayList<Long>();
    for (long i = 0; i < 5000; i++) {
      edges.add(new EdgeList.Edge(5000 - i, 0));
      edges.add(new EdgeList.Edge(5000 - i, 0));
      expected.add(5000 - i);
    }
    var hub = new EdgeList(5001, 7, edges);
    Collections.reverse(expected);
    assertEquals(expected, rows(hub, PLAIN.deduplicated()).getFirst());
  }

  @Test
  void theFirstBadEdgeIsNamed() {
    var edges = EdgeList.of(4, 0, 1, 1, 2, 2, 3, 3, 0, 1, 4, 7, 0, -1, 2);
    for (int threads = 1; threads <= 3; threads++) {
      var builder = new CsrBuilder(PLAIN, threads);
      var thrown =
          assertThrows(
              EdgeOutOfRangeException.class,
              () -> builder.build(edges, Storage.in(Arena.ofAuto())));
      assertEquals(
          "edge 4 (1 → 4): target 4 is out of range; node ids are 0 to 3", thrown.getMessage());
      assertEquals(4, thrown.edge());
    }
  }

  @Test
  void anEdgeInAGraphWithoutNodesIsRefused() {
    var thrown =
        assertThrows(EdgeOutOfRangeException.class, () -> rows(EdgeList.of(0, 0, 0), PLAIN));
    assertEquals(
        "edge 0 (0 → 0): source 0 is out of range; the graph has no nodes", thrown.getMessage());
  }

  private static List<List<Long>> rows(EdgeSource edges, CsrOptions options) {
    try (Arena arena = Arena.ofShared()) {
      return EdgeList.rows(new CsrBuilder(options, 2).build(edges, Storage.in(arena)));
    }
  }

  private static CsrOptions randomOptions(RandomGenerator random) {
    return new CsrOptions(
        random.nextBoolean(),
        random.nextBoolean(),
        List.of(SelfLoops.values()).get(random.nextInt(2)));
  }

  private static List<List<Long>> naiveRows(EdgeList edges, CsrOptions options) {
    var rows = new ArrayList<List<Long>>();
    for (long node = 0; node < edges.nodeCount(); node++) {
      List<Long> row = new ArrayList<>();
      for (EdgeList.Edge edge : edges.edges()) {
        if (edge.source() == edge.target()) {
          if (edge.source() == node && options.selfLoops() == SelfLoops.KEEP) {
            row.add(node);
          }
        } else if (edge.target() == node) {
          row.add(edge.source());
        } else if (edge.source() == node && options.symmetrize()) {
          row.add(edge.target());
        }
      }
      if (options.dedupe()) {
        row = new ArrayList<>(new LinkedHashSet<>(row));
      }
      Collections.sort(row);
      rows.add(row);
    }
    return rows;
  }
}
