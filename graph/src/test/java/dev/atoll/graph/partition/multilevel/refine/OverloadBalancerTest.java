package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OverloadBalancerTest {
  /** Balances, and checks the loads and the growth of the cut. */
  private static void balance(PartState state, int threads) {
    var targets = new MoveTargets(state, null, threads);
    targets.refresh();
    long before = state.cut();
    long grown = new OverloadBalancer(state, targets, threads).run();
    assertEquals(before + grown, state.cut());
    assertTrue(state.isBalanced());
    for (int p = 0; p < state.parts(); p++) {
      long load = 0;
      for (int v = 0; v < state.graph().nodeCount(); v++) {
        load += state.part(v) == p ? state.graph().nodeWeight(v, 0) : 0;
      }
      assertEquals(load, state.load(p, 0));
      assertTrue(load <= state.cap(p, 0), "part %d holds %d".formatted(p, load));
    }
  }

  /** All nodes of a grid are in one of four parts, whose caps leave no room to spare. */
  @Test
  void aFullPartIsSharedOut() {
    var graph = Graphs.grid(10, 10);
    int[] weights = new int[100];
    Arrays.fill(weights, 1);
    long[] caps = {25, 25, 25, 25};
    for (int threads = 1; threads <= 2; threads++) {
      balance(
          new PartState(WeightedGraph.finest(graph, 1, weights), 4, new int[100], caps), threads);
    }
  }

  /** Two cliques, one bridge; a node of the second is in the first part: it alone goes back. */
  @Test
  void theCheapestNodeGoes() {
    int size = 10;
    int[] weights = new int[2 * size];
    Arrays.fill(weights, 1);
    int[] part = new int[2 * size];
    Arrays.fill(part, size + 1, 2 * size, 1);
    var graph = WeightedGraph.finest(Graphs.cliques(2, size), 1, weights);
    var state = new PartState(graph, 2, part, new long[] {size, size});
    balance(state, 1);
    assertEquals(0, state.cut());
    assertEquals(1, state.part(size));
  }

  @Test
  void randomPartsOfNodesThatWeighOneAreWithinTheirCaps() {
    Randomly.tries(30, random -> balance(Cuts.random(random).state(), random.nextInt(1, 4)));
  }
}
