package dev.atoll.graph.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.LinkedHashSet;
import org.junit.jupiter.api.Test;

class RowCacheTest {
  @Test
  void countsLikeASlowCache() {
    Randomly.tries(
        100,
        random -> {
          CsrGraph graph = Graphs.randomArcs(random);
          int capacity = random.nextInt(1, 50);
          Ordering order = LocalityOrder.DEFAULT.of(graph, 1);
          var held = new LinkedHashSet<Long>();
          double misses = 0;
          for (int i = 0; i < order.nodeCount(); i++) {
            for (long j = 0; j < graph.inDegree(order.oldOf(i)); j++) {
              long source = graph.inNeighbor(order.oldOf(i), j);
              misses += held.remove(source) ? 0 : 1;
              held.add(source);
              if (held.size() > capacity) {
                held.removeFirst();
              }
            }
          }
          assertEquals(
              misses / Math.max(1, graph.edgeCount()), RowCache.missRate(graph, order, capacity));
        });
  }

  @Test
  void aCacheHoldsSomething() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RowCache.missRate(Graphs.arcs(1), Ordering.identity(1), 0));
  }
}
