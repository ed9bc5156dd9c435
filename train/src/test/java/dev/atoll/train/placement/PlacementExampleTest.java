package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.train.sampling.locality.NeighborSets;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The example that runs through the paper: six nodes, two layers, two devices of two rows. */
class PlacementExampleTest {
  private static final CsrGraph GRAPH = withLoops(6, 0, 1, 1, 2, 1, 3, 2, 3, 2, 4, 2, 5);
  private static final AccessProbabilities PROBABILITIES =
      AccessProbabilities.reaching(GRAPH, new long[] {0, 1, 2, 3, 4, 5}, 2, 2);

  private static CsrGraph withLoops(int nodes, int... edges) {
    int[] arcs =
        IntStream.concat(
                IntStream.range(0, edges.length / 2)
                    .flatMap(
                        i ->
                            IntStream.of(
                                edges[2 * i], edges[2 * i + 1], edges[2 * i + 1], edges[2 * i])),
                IntStream.range(0, nodes).flatMap(v -> IntStream.of(v, v)))
            .toArray();
    return Graphs.arcs(nodes, arcs);
  }

  @Test
  void accessCounts() {
    assertArrayEquals(
        new double[] {4, 6, 6, 6, 5, 5},
        IntStream.range(0, 6).mapToDouble(PROBABILITIES::reads).toArray());
    assertArrayEquals(
        new double[] {4 / 6.0, 1, 1, 1, 5 / 6.0, 5 / 6.0},
        IntStream.range(0, 6).mapToDouble(PROBABILITIES::of).toArray());
    assertArrayEquals(new int[] {1, 2, 3, 4, 5, 0}, PROBABILITIES.descending());
  }

  @Test
  void buffersAndLocations() {
    Placement placement =
        new CachedPlacer(0.3).place(GRAPH, PROBABILITIES, Devices.connected(2, 2));
    assertArrayEquals(new int[] {1, 3}, placement.buffer(0));
    assertArrayEquals(new int[] {4, 2}, placement.buffer(1));
    for (int device = 0; device < 2; device++) {
      LocationTable table = placement.table(device);
      assertArrayEquals(
          new int[] {-1, 1, 2, 1, 2, -1},
          IntStream.range(0, 6).map(table::device).map(d -> d < 0 ? d : d + 1).toArray(),
          "devices are counted from 1 in the paper");
      assertArrayEquals(
          new int[] {0, 0, 1, 1, 0, 5}, IntStream.range(0, 6).map(table::position).toArray());
    }
    assertEquals(Tier.OWN, placement.table(0).tier(1));
    assertEquals(Tier.PEER, placement.table(0).tier(2));
    assertEquals(Tier.HOST, placement.table(0).tier(5));
  }

  @Test
  void nodesThatLeadToKeptOnes() {
    long[] paths = NeighborSets.longer(GRAPH, new long[] {0, 1, 1, 1, 1, 0}, 1);
    assertArrayEquals(new long[] {1, 3, 4, 3, 2, 1}, paths);
    BitSet kept = BitSet.valueOf(new long[] {0b011110});
    NeighborSets sets = NeighborSets.of(GRAPH, kept, 2, 3, 1);
    assertEquals(kept, sets.set(1));
    assertEquals(BitSet.valueOf(new long[] {0b001110}), sets.set(2));
    assertEquals(sets.set(2), sets.perLayer().getFirst());
  }
}
