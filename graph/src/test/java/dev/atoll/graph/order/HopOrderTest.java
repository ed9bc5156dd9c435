package dev.atoll.graph.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HopOrderTest {
  @Test
  void prefixesAreWhatIsWithinReach() {
    Randomly.tries(
        200,
        random -> {
          CsrGraph graph = Graphs.randomArcs(random);
          int nodes = graph.nodeCount();
          int hops = random.nextInt(4);
          long[] seeds = random.longs(random.nextInt(6), 0, nodes).toArray();
          Ordering tieBreak = LocalityOrder.DEFAULT.of(graph, 1);
          for (int threads = 1; threads <= 3; threads++) {
            HopOrder order = HopOrder.of(graph, seeds, hops, tieBreak, threads);
            List<Integer> expected = naive(graph, seeds, hops, tieBreak, order);
            assertEquals(expected, Arrays.stream(order.ordering().toArray()).boxed().toList());
          }
        });
  }

  /** Computes the order naively and checks the counts. */
  private static List<Integer> naive(
      CsrGraph graph, long[] seeds, int hops, Ordering tieBreak, HopOrder order) {
    var reached = new TreeSet<Integer>();
    var listed = new ArrayList<Integer>();
    Arrays.stream(seeds).forEach(seed -> reached.add((int) seed));
    for (int hop = 0; hop <= hops; hop++) {
      append(listed, reached, tieBreak);
      assertEquals(listed.size(), order.within(hop));
      for (int node : List.copyOf(reached)) {
        for (long i = 0; i < graph.inDegree(node); i++) {
          reached.add(graph.inNeighbor(node, i));
        }
      }
    }
    for (int node = 0; node < graph.nodeCount(); node++) {
      reached.add(node);
    }
    append(listed, reached, tieBreak);
    return listed;
  }

  private static void append(List<Integer> listed, Set<Integer> reached, Ordering tieBreak) {
    reached.stream()
        .filter(node -> !listed.contains(node))
        .sorted(Comparator.comparing(tieBreak::newOf))
        .toList()
        .forEach(listed::add);
  }

  @Test
  void oddGraphsAreOrdered() {
    Graphs.degenerate()
        .forEach(
            (name, graph) -> {
              int nodes = graph.nodeCount();
              long[] seeds = nodes == 0 ? new long[0] : new long[] {0, 0};
              HopOrder order = HopOrder.of(graph, seeds, 2, Ordering.identity(nodes), 2);
              assertEquals(Math.min(nodes, 1), order.within(0), name);
              assertEquals(nodes, order.ordering().nodeCount(), name);
            });
  }

  @Test
  void nonsenseIsNamed() {
    CsrGraph graph = Graphs.arcs(3, 0, 1);
    assertMessage(
        "seed 3 is not in the graph of 3 nodes",
        () -> HopOrder.of(graph, new long[] {3}, 1, Ordering.identity(3), 1));
    assertMessage(
        "an order of 2 nodes does not fit a graph of 3",
        () -> HopOrder.of(graph, new long[] {0}, 1, Ordering.identity(2), 1));
    assertMessage(
        "hops must be 0 to 126, not -1",
        () -> HopOrder.of(graph, new long[] {0}, -1, Ordering.identity(3), 1));
  }

  private static void assertMessage(String message, Runnable body) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, body::run).getMessage());
  }
}
