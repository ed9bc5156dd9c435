package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.EdgeList;
import dev.atoll.graph.order.Ordering;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphOperationsTest {
  /** A change to a graph, and the same on lists of neighbours. */
  private interface Fast {
    CsrGraph apply(GraphOperations into, CsrGraph graph);
  }

  private interface Naive {
    List<List<Long>> apply(List<List<Long>> rows);
  }

  @Test
  void symmetrizedIsTheUnionOfBothDirections() {
    same(
        GraphOperations::symmetrized,
        rows -> {
          var sets = new ArrayList<TreeSet<Long>>();
          rows.forEach(_ -> sets.add(new TreeSet<>()));
          for (int target = 0; target < rows.size(); target++) {
            for (long source : rows.get(target)) {
              sets.get(target).add(source);
              sets.get((int) source).add((long) target);
            }
          }
          return sets.stream().map(set -> (List<Long>) new ArrayList<>(set)).toList();
        });
  }

  @Test
  void withoutSelfLoopsDropsThem() {
    same(
        GraphOperations::withoutSelfLoops,
        rows -> {
          var kept = emptyRows(rows.size());
          for (int node = 0; node < rows.size(); node++) {
            long self = node;
            rows.get(node).stream().filter(n -> n != self).forEach(kept.get(node)::add);
          }
          return kept;
        });
  }

  @Test
  void withSelfLoopsGivesEveryNodeOneAndKeepsAscendingRows() {
    Randomly.tries(
        200,
        random -> {
          EdgeList edges = EdgeList.random(random);
          try (Arena arena = Arena.ofShared()) {
            CsrGraph ascending = ascending(edges, arena);
            var operations = new GraphOperations(Storage.in(arena), 2);
            List<List<Long>> rows = EdgeList.rows(operations.withSelfLoops(ascending));
            for (int node = 0; node < rows.size(); node++) {
              assertEquals(1, Collections.frequency(rows.get(node), (long) node));
              assertEquals(rows.get(node).stream().sorted().toList(), rows.get(node));
            }
            assertEquals(
                EdgeList.rows(operations.withoutSelfLoops(ascending)),
                EdgeList.rows(operations.withoutSelfLoops(operations.withSelfLoops(ascending))));
          }
        });
  }

  /** Every edge has a weight derived from its ends, so that a misplaced weight is detected. */
  @Test
  void edgesKeepTheirWeights() {
    List<Fast> changes =
        List.of(
            GraphOperations::withSelfLoops,
            GraphOperations::withoutSelfLoops,
            GraphOperations::symmetrized,
            (operations, graph) ->
                new CsrGraph(
                    operations.selected(graph.rows(), (source, target) -> source % 3 != 1)));
    Randomly.tries(
        100,
        random -> {
          EdgeList edges = EdgeList.random(random);
          try (Arena arena = Arena.ofShared()) {
            CsrGraph graph = weighted(graph(edges, random, arena), arena);
            for (Fast change : changes) {
              CsrGraph changed = change.apply(new GraphOperations(Storage.in(arena), 2), graph);
              assertTrue(changed.weights().isPresent());
              for (int v = 0; v < changed.nodeCount(); v++) {
                for (long e = changed.rowStart(v); e < changed.rowStart(v + 1L); e++) {
                  assertEquals(weight(v, changed.source(e)), changed.rows().weight(e));
                }
              }
            }
          }
        });
  }

  private static CsrGraph weighted(CsrGraph graph, Arena arena) {
    MemorySegment weights = arena.allocate(JAVA_FLOAT, Math.max(1, graph.edgeCount()));
    for (int v = 0; v < graph.nodeCount(); v++) {
      for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
        weights.setAtIndex(JAVA_FLOAT, e, weight(v, graph.source(e)));
      }
    }
    return graph.withWeights(weights);
  }

  private static float weight(int a, int b) {
    return a == b ? 1 : Math.min(a, b) + 1024f * Math.max(a, b);
  }

  @Test
  void relabelledRenumbersAndKeepsTheOrderOfRows() {
    Randomly.tries(
        200,
        random -> {
          EdgeList edges = EdgeList.random(random);
          Ordering order = Ordering.ofNewToOld(shuffled((int) edges.nodeCount(), random));
          try (Arena arena = Arena.ofShared()) {
            CsrGraph graph = graph(edges, random, arena);
            var operations = new GraphOperations(Storage.in(arena), 2);
            CsrGraph relabelled = operations.relabelled(graph, order);
            List<List<Long>> expected = new ArrayList<>();
            for (int node = 0; node < order.nodeCount(); node++) {
              expected.add(
                  EdgeList.rows(graph).get(order.oldOf(node)).stream()
                      .map(old -> (long) order.newOf(old.intValue()))
                      .toList());
            }
            assertEquals(expected, EdgeList.rows(relabelled));
            assertEquals(
                EdgeList.rows(graph),
                EdgeList.rows(operations.relabelled(relabelled, order.inverse())));
          }
        });
  }

  @Test
  void symmetryIsSeen() {
    Randomly.tries(
        200,
        random -> {
          EdgeList edges = EdgeList.random(random);
          try (Arena arena = Arena.ofShared()) {
            CsrGraph graph = graph(edges, random, arena);
            var operations = new GraphOperations(Storage.in(arena), 2);
            boolean expected =
                EdgeList.rows(graph).stream()
                    .map(row -> row.stream().sorted().toList())
                    .toList()
                    .equals(reversed(EdgeList.rows(graph)));
            assertEquals(expected, GraphOperations.isSymmetric(graph, 2));
            assertTrue(GraphOperations.isSymmetric(operations.symmetrized(graph), 1));
          }
        });
  }

  @Test
  void oneEdgeIsNotSymmetric() {
    try (Arena arena = Arena.ofShared()) {
      var builder = new CsrBuilder(CsrOptions.AS_GIVEN, 1);
      assertFalse(
          GraphOperations.isSymmetric(builder.build(EdgeList.of(2, 0, 1), Storage.in(arena)), 1));
    }
  }

  @Test
  void anOrderOfOtherNodesIsRefused() {
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph =
          new CsrBuilder(CsrOptions.AS_GIVEN, 1).build(EdgeList.of(3, 0, 1), Storage.in(arena));
      var operations = new GraphOperations(Storage.in(arena), 1);
      assertMessage(
          "an order of 2 nodes does not fit a graph of 3",
          () -> operations.relabelled(graph, Ordering.identity(2)));
    }
  }

  private static void assertMessage(String message, Runnable body) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, body::run).getMessage());
  }

  private static void same(Fast fast, Naive naive) {
    Randomly.tries(
        200,
        random -> {
          EdgeList edges = EdgeList.random(random);
          for (int threads = 1; threads <= 3; threads++) {
            try (Arena arena = Arena.ofShared()) {
              CsrGraph graph = graph(edges, random, arena);
              var operations = new GraphOperations(Storage.in(arena), threads);
              assertEquals(
                  naive.apply(EdgeList.rows(graph)), EdgeList.rows(fast.apply(operations, graph)));
            }
          }
        });
  }

  private static CsrGraph ascending(EdgeList edges, Arena arena) {
    return new CsrBuilder(CsrOptions.AS_GIVEN, 1).build(edges, Storage.in(arena));
  }

  /** A graph whose rows do not ascend. */
  private static CsrGraph graph(EdgeList edges, RandomGenerator random, Arena arena) {
    Ordering order = Ordering.ofNewToOld(shuffled((int) edges.nodeCount(), random));
    return new GraphOperations(Storage.in(arena), 1).relabelled(ascending(edges, arena), order);
  }

  private static List<List<Long>> reversed(List<List<Long>> rows) {
    var reversed = emptyRows(rows.size());
    for (int target = 0; target < rows.size(); target++) {
      for (long source : rows.get(target)) {
        reversed.get((int) source).add((long) target);
      }
    }
    return reversed;
  }

  private static int[] shuffled(int count, RandomGenerator random) {
    int[] nodes = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = nodes[i];
      nodes[i] = nodes[other];
      nodes[other] = kept;
    }
    return nodes;
  }

  private static List<List<Long>> emptyRows(int count) {
    var rows = new ArrayList<List<Long>>();
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>());
    }
    return rows;
  }
}
