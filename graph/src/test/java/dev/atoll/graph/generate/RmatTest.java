package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.csr.GraphOperations;
import org.junit.jupiter.api.Test;

class RmatTest {
  private static final Planting PLANTING = new Planting(8, 16, 2, 0);

  private static Rmat rmat(int levels, double noise, long seed) {
    return new Rmat(
        "rmat",
        levels,
        16,
        Rmat.Quadrants.GRAPH500,
        noise,
        PLANTING,
        SplitCounts.ofShares(1L << levels, 0.5, 0.2),
        seed);
  }

  @Test
  void hasHubsAndIsSymmetric() {
    try (Dataset data = rmat(12, 0.05, 1).inMemory(2)) {
      CsrGraph graph = data.graph();
      assertEquals(4096, graph.nodeCount());
      assertTrue(GraphOperations.isSymmetric(graph, 2));
      long most = 0;
      long none = 0;
      for (long node = 0; node < graph.nodeCount(); node++) {
        most = Math.max(most, graph.inDegree(node));
        none += graph.inDegree(node) == 0 ? 1 : 0;
      }
      assertTrue(most > 20 * graph.edgeCount() / graph.nodeCount(), "most " + most);
      assertTrue(none > 100, "none " + none);
    }
  }

  @Test
  void firstLevelHasTheChancesGiven() {
    var model =
        new Rmat(
            "rmat",
            1,
            100_000,
            new Rmat.Quadrants(0.4, 0.3, 0.2, 0.1),
            0,
            new Planting(1, 1, 1, 0),
            new SplitCounts(0, 0, 0),
            1);
    double[][] counts = new double[2][2];
    var edges = model.edges();
    for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
      edges.forEach(chunk, (source, target) -> counts[(int) source][(int) target]++);
    }
    double total = 200_000;
    int zero = counts[0][0] > counts[1][1] ? 0 : 1;
    assertEquals(0.4, counts[zero][zero] / total, 0.01);
    assertEquals(0.3, counts[zero][1 - zero] / total, 0.01);
    assertEquals(0.2, counts[1 - zero][zero] / total, 0.01);
    assertEquals(0.1, counts[1 - zero][1 - zero] / total, 0.01);
  }

  @Test
  void threadsDoNotMatter() {
    try (Dataset one = rmat(10, 0.1, 3).inMemory(1);
        Dataset three = rmat(10, 0.1, 3).inMemory(3)) {
      Same.assertSame(one, three);
    }
  }

  @Test
  void badSettingsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> new Rmat.Quadrants(0.5, 0.5, 0.5, 0));
    var thrown = assertThrows(IllegalArgumentException.class, () -> rmat(10, 0.3, 1));
    assertEquals("noise must be 0 to 0.19 with these quadrants, not 0.3", thrown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> rmat(2, 0, 1));
  }
}
