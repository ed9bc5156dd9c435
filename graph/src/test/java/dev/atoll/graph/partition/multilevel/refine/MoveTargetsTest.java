package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MoveTargetsTest {
  /** The part that a search through all of them finds: most edges, then emptiest, then first. */
  private static int best(Cuts cuts, int v) {
    PartState state = cuts.state();
    int best = MoveTargets.NONE;
    for (int p = 0; p < state.parts(); p++) {
      int weight = cuts.weightTo(v, p);
      if (p == state.part(v) || weight == 0) {
        continue;
      }
      int most = best == MoveTargets.NONE ? 0 : cuts.weightTo(v, best);
      if (weight > most || (weight == most && state.fullness(p) < state.fullness(best))) {
        best = p;
      }
    }
    return best;
  }

  private static void check(Cuts cuts, MoveTargets targets, boolean isNew) {
    var row = new ArcRow();
    int[] found = new int[cuts.state().parts()];
    int[] counted = new int[found.length];
    for (int v = 0; v < cuts.nodes(); v++) {
      int node = v;
      Arrays.setAll(counted, p -> cuts.weightTo(node, p));
      int target = targets.target(v);
      int best = best(cuts, v);
      targets.weights(v, found, row);
      assertArrayEquals(counted, found);
      assertEquals(best == MoveTargets.NONE, target == MoveTargets.NONE);
      if (best == MoveTargets.NONE) {
        assertEquals(Arrays.stream(counted).sum(), targets.all(v, row));
        continue;
      }
      int inside = counted[cuts.state().part(v)];
      assertEquals(inside, targets.inside(v));
      assertEquals(counted[best] - inside, targets.gain(v));
      assertEquals(counted[best], counted[target]); // fullness changes unseen by other nodes
      assertTrue(!isNew || best == target, () -> "node %d".formatted(node));
    }
  }

  private static void move(Cuts cuts, MoveTargets targets, RandomGenerator random) {
    var row = new ArcRow();
    for (int i = random.nextInt(200); i > 0; i--) {
      int v = random.nextInt(cuts.nodes());
      int from = cuts.state().part(v);
      int to = random.nextInt(cuts.state().parts());
      if (from != to) {
        cuts.state().move(v, to);
        targets.moved(v, from, to, row);
      }
    }
  }

  /** Parts are fewer and more than neighbours, so that both ways of counting are tried. */
  @Test
  void targetsAreThoseOfASlowSearch() {
    Randomly.tries(
        40,
        random -> {
          Cuts cuts = Cuts.random(random);
          var targets = new MoveTargets(cuts.state(), null, random.nextInt(1, 4));
          assertEquals(cuts.state().cut(), targets.refresh());
          check(cuts, targets, true);
          for (int round = 0; round < 3; round++) {
            long before = cuts.state().cut();
            move(cuts, targets, random);
            assertEquals(cuts.state().cut() - before, targets.refresh());
            check(cuts, targets, false);
          }
        });
  }

  @Test
  void nodesAwayFromTheBoundaryNeedNoLook() {
    Randomly.tries(
        20,
        random -> {
          Cuts cuts = Cuts.random(random);
          boolean[] near = new GainTable(cuts.state(), null, 1).boundary();
          var targets = new MoveTargets(cuts.state(), near, random.nextInt(1, 4));
          assertEquals(cuts.state().cut(), targets.refresh());
          check(cuts, targets, true);
          boolean[] boundary = targets.boundary();
          for (int v = 0; v < cuts.nodes(); v++) {
            assertTrue(boundary[v] || best(cuts, v) == MoveTargets.NONE);
          }
        });
  }
}
