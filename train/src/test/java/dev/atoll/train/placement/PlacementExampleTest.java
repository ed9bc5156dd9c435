package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.train.sampling.locality.NeighborSets;
import java.util.BitSet;
import java.util.List;
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

  /** Reads are 4 6 6 6 5 5. Device 1 keeps nodes 1 and 3, device 2 keeps 4 and 2. */
  @Test
  void whatEveryDeviceIsExpectedToPay() {
    Placement placement =
        new CachedPlacer(0.3).place(GRAPH, PROBABILITIES, Devices.connected(2, 2));
    double[] costs =
        placement.expectedCosts(List.of(PROBABILITIES, PROBABILITIES), new TierCosts(0, 0.2, 1));
    assertArrayEquals(new double[] {11 * 0.2 + 9, 12 * 0.2 + 9}, costs, 1e-9);
  }

  /** Chunks are 0 1 2 and 3 4 5; of the first, 1 and 2 are read most, of the second 3 and 4. */
  @Test
  void partsKeepTheirMostReadRowsOrTheirFirst() {
    for (PartitionPlacer.Keep keep : PartitionPlacer.Keep.values()) {
      Placement placement =
          new PartitionPlacer(new ChunkPartitioner(), keep, 0, 1)
              .place(GRAPH, PROBABILITIES, Devices.connected(2, 2));
      int[] first = keep == PartitionPlacer.Keep.MOST_READ ? new int[] {1, 2} : new int[] {0, 1};
      assertArrayEquals(first, placement.buffer(0));
      assertArrayEquals(new int[] {3, 4}, placement.buffer(1));
    }
  }

  @Test
  void alphaIsAsPublishedOrAsGiven() {
    var costs = new TierCosts(0, 0.2, 1);
    Devices one = Devices.connected(4, 1);
    Devices pairs = Devices.grouped("2+2", 1);
    assertEquals(0, Alpha.PUBLISHED.on(one, costs), "all connected");
    assertEquals(0.2, Alpha.PUBLISHED.on(pairs, costs));
    assertEquals(0.2 / 1.8, Alpha.GROUP.on(pairs, costs), 1e-12, "two gain 1 and 0.8 by a new row");
    assertEquals(0.2 / 3.4, Alpha.GROUP.on(one, costs), 1e-12);
    assertEquals(0.3, Alpha.of(0.3).on(one, costs));
    assertEquals(Alpha.of(0.25), Alpha.TYPE.parse(" 0.25").orElseThrow());
    assertEquals(Alpha.GROUP, Alpha.TYPE.parse("group").orElseThrow());
    assertTrue(Alpha.TYPE.parse("2").isEmpty());
    assertEquals("published, group or a number from 0.0 to 1.0", Alpha.TYPE.allowed());
    for (Alpha alpha : List.of(Alpha.PUBLISHED, Alpha.GROUP, Alpha.of(0.5))) {
      assertEquals(alpha, Alpha.TYPE.parse(Alpha.TYPE.print(alpha)).orElseThrow());
    }
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
