package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.memory.HashIds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seeds that a hash map numbers, in a graph of ten nodes. */
class SeedsTest {
  private static List<Integer> listed(int from, int to, long... seeds) {
    try (var ids = new HashIds();
        var batch = SampledBatch.ofLayers(1)) {
      Seeds.list(seeds, from, to, 10, ids, batch);
      assertEquals(to - from, batch.drawnNodes());
      assertEquals(to - from, ids.count());
      return Blocks.ints(batch.nodes(to - from));
    }
  }

  @Test
  void aRangeOfSeedsBecomesTheFirstNodes() {
    assertEquals(List.of(9, 0, 3), listed(2, 5, 4, 4, 9, 0, 3, 9));
    assertEquals(List.of(), listed(1, 1, 4, 5));
    assertEquals(
        List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), listed(0, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  }

  @Test
  void badSeedsAreNamed() {
    assertRefused("seed 9 is at positions 2 and 4: expected every seed once", 1, 5, 4, 4, 9, 0, 9);
    assertRefused("seed 10: expected a node from 0 to 9", 0, 2, 1, 10);
    assertRefused("seed -1: expected a node from 0 to 9", 0, 1, -1);
    assertRefused(
        "11 seeds in a batch, but the graph has 10 nodes: expected every node at most once",
        1,
        12,
        new long[12]);
  }

  private static void assertRefused(String message, int from, int to, long... seeds) {
    var e = assertThrows(IllegalArgumentException.class, () -> listed(from, to, seeds));
    assertEquals(message, e.getMessage());
  }
}
