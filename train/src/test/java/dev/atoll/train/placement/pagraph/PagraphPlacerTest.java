package dev.atoll.train.placement.pagraph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.Tier;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Six nodes, of which 0 to 3 are trained on, two per part on average. */
class PagraphPlacerTest {
  private static final CsrGraph GRAPH = Graphs.edges(6, 0, 1, 0, 2, 1, 2, 0, 3, 2, 3, 0, 4, 3, 5);
  private static final BitSet TRAINING = nodes(0, 1, 2, 3);

  private static BitSet nodes(int... members) {
    var set = new BitSet();
    for (int node : members) {
      set.set(node);
    }
    return set;
  }

  /**
   * Parts of one hop. Node 0 scores 0 everywhere and goes to part 0, with copies of 1 to 4. Node 1
   * has one training neighbour there, 1·(2 − 1)/5. Node 2 has two, but the part has its mean: 2·0/5
   * is no more than 0 in part 1, which has fewer training nodes; it takes copies of 0, 1 and 3
   * along. Node 3 scores 1·0/5 and 1·(2 − 1)/4.
   */
  @Test
  void partsAreClosedUnderReadsAndOverlap() {
    var parts = PagraphParts.of(GRAPH, TRAINING, 2, 1);
    assertArrayEquals(new int[] {0, 0, 1, 1, -1, -1}, parts.trainers());
    assertEquals(nodes(0, 1, 2, 3, 4), parts.nodes(0));
    assertEquals(nodes(0, 1, 2, 3, 5), parts.nodes(1));
  }

  @Test
  void neighboursAreGatheredOverAsManyHopsAsThereAreLayers() {
    var parts = PagraphParts.of(GRAPH, TRAINING, 2, 2);
    assertEquals(nodes(0, 1, 2, 3, 4, 5), parts.nodes(0), "5 is two hops from 0");
    var alone = PagraphParts.of(GRAPH, nodes(4), 1, 1);
    assertEquals(nodes(0, 4), alone.nodes(0));
    assertEquals(nodes(0, 1, 2, 3, 4), PagraphParts.of(GRAPH, nodes(4), 1, 2).nodes(0));
  }

  /**
   * Edges from a target to its neighbours within the part, by node: 4 2 3 2 1 – and 3 2 3 3 – 1.
   */
  @Test
  void devicesKeepTheNodesThatMostOfTheirPartRead() {
    var parts = PagraphParts.of(GRAPH, TRAINING, 2, 1);
    assertArrayEquals(new int[] {0, 2, 1, 3, 4}, parts.byOutDegree(0));
    assertArrayEquals(new int[] {0, 2, 3, 1, 5}, parts.byOutDegree(1));
  }

  @Test
  void devicesReadTheirOwnBufferOrTheHost() {
    var p = AccessProbabilities.sampled(GRAPH, new long[] {0, 1, 2, 3}, Fanouts.of(2), 2, 1);
    Placement placement = new PagraphPlacer(1, TRAINING).place(GRAPH, p, Devices.connected(2, 3));
    assertArrayEquals(new int[] {0, 2, 1}, placement.buffer(0));
    assertArrayEquals(new int[] {0, 2, 3}, placement.buffer(1));
    assertEquals(Tier.OWN, placement.table(0).tier(1));
    assertEquals(Tier.HOST, placement.table(1).tier(1), "device 0 has it, but is not asked");
    assertEquals(0, placement.trainer(1).orElseThrow());
    assertEquals(1, placement.trainer(3).orElseThrow());
  }

  @Test
  void aPartSmallerThanABufferLeavesItPartlyEmpty() {
    var p = AccessProbabilities.sampled(GRAPH, new long[] {4}, Fanouts.of(2), 1, 1);
    Placement placement = new PagraphPlacer(1, nodes(4)).place(GRAPH, p, Devices.connected(2, 5));
    assertArrayEquals(new int[] {0, 4}, placement.buffer(0));
    assertEquals(0, placement.buffer(1).length);
  }
}
