package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {
  private static Dataset grid(long rows, long columns, boolean torus) {
    return new Grid(
            "grid",
            rows,
            columns,
            torus,
            new Planting(2, 4, 2, 0),
            SplitCounts.ofShares(rows * columns, 0.5, 0.25),
            1)
        .inMemory(2);
  }

  @Test
  void innerNodesHaveFourNeighbours() {
    try (Dataset data = grid(4, 5, false)) {
      assertEquals(2 * (4 * 4 + 3 * 5), data.graph().edgeCount());
      assertEquals(List.of(2L, 6L, 8L, 12L), row(data.graph(), 7));
      assertEquals(List.of(1L, 5L), row(data.graph(), 0));
    }
  }

  @Test
  void aTorusHasNoBorder() {
    try (Dataset data = grid(4, 5, true)) {
      for (long node = 0; node < 20; node++) {
        assertEquals(4, data.graph().inDegree(node));
      }
      assertEquals(List.of(1L, 4L, 5L, 15L), row(data.graph(), 0));
    }
  }

  @Test
  void narrowTorusesHaveNoRepeats() {
    for (long rows = 0; rows < 4; rows++) {
      for (long columns = 0; columns < 4; columns++) {
        try (Dataset data = grid(rows, columns, true)) {
          for (long node = 0; node < rows * columns; node++) {
            List<Long> neighbors = row(data.graph(), node);
            assertEquals(neighbors.stream().distinct().toList(), neighbors);
            assertTrue(!neighbors.contains(node));
          }
        }
      }
    }
  }

  private static List<Long> row(CsrGraph graph, long node) {
    var row = new ArrayList<Long>();
    for (long i = 0; i < graph.inDegree(node); i++) {
      row.add((long) graph.inNeighbor(node, i));
    }
    return row;
  }
}
