package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExchangeRefinerTest {
  private static final int FRUITLESS = 50;

  @Test
  void exchangesGainWhatTheySayWithinTheCaps() {
    int[] gaining = new int[1];
    Randomly.tries(
        40,
        random -> {
          PartState state = Cuts.several(random).state();
          var exchanges = new ExchangeRefiner(state, new GainTable(state, null, 1));
          for (int round = 0; round < 3; round++) {
            long before = state.cut();
            long gained = exchanges.round(FRUITLESS);
            assertEquals(before - gained, state.cut());
            assertTrue(gained >= 0, () -> "gained " + gained);
            assertTrue(state.isBalanced());
            gaining[0] += gained > 0 ? 1 : 0;
          }
        });
    assertTrue(gaining[0] >= 40, gaining[0] + " rounds gained");
  }

  /**
   * Every clique has lent one node of each class to the next. All parts are full in every class: no
   * single node can move, and only a ring of moves returns the nodes of a class.
   */
  @Test
  void nodesOfFullPartsGoAroundInARing() {
    int size = 30;
    int classes = 3;
    for (int parts = 2; parts <= 6; parts++) {
      int count = parts * size;
      int[] weights = new int[classes * count];
      int[] part = new int[count];
      for (int v = 0; v < count; v++) {
        weights[classes * v + v % classes] = 1;
        part[v] = v % size < classes ? (v / size + 1) % parts : v / size;
      }
      long[] caps = new long[classes * parts];
      Arrays.fill(caps, size / classes);
      var graph = WeightedGraph.finest(Graphs.cliques(parts, size), classes, weights);
      var state = new PartState(graph, parts, part, caps);
      var gains = new GainTable(state, null, 1);
      assertEquals(0, new FmRefiner(state, gains).round(FRUITLESS));
      new ExchangeRefiner(state, gains).round(FRUITLESS);
      assertTrue(state.isBalanced());
      assertEquals(0, state.cut(), parts + " parts");
    }
  }
}
