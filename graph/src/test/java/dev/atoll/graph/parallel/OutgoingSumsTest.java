package dev.atoll.graph.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import org.junit.jupiter.api.Test;

class OutgoingSumsTest {
  /** A graph with the edges 0 → 1, 0 → 2 and 1 → 2. */
  private final CsrGraph graph = Graphs.arcs(3, 0, 1, 0, 2, 1, 2);

  @Test
  void valuesOfTargetsAreAddedUp() {
    assertArrayEquals(new long[] {30, 20, 0}, OutgoingSums.of(graph, v -> 10 * v, 2));
  }

  @Test
  void sumsThatAreTooLargeAreNamed() {
    var e =
        assertThrows(
            ArithmeticException.class, () -> OutgoingSums.of(graph, _ -> Long.MAX_VALUE, 1));
    assertEquals("node 0: the sum over its outgoing edges exceeds 2^63 - 1", e.getMessage());
  }
}
