package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartStateTest {
  private static final double TINY = 1e-9;

  @Test
  void whatFollowsTheMovesIsWhatANewStateFinds() {
    Randomly.tries(
        30,
        random -> {
          Cuts cuts = Cuts.several(random);
          PartState state = cuts.state();
          for (int i = 0; i < 60; i++) {
            int v = random.nextInt(cuts.nodes());
            int to = random.nextInt(state.parts());
            if (to != state.part(v)) {
              double before = state.overload();
              double change =
                  state.burden(v, to, Double.MAX_VALUE) - state.relief(v, state.part(v));
              state.move(v, to);
              assertEquals(before + change, state.overload(), TINY);
            }
            check(cuts, random.nextInt(cuts.nodes()));
          }
        });
  }

  private static void check(Cuts cuts, int v) {
    PartState state = cuts.state();
    int constraints = state.graph().constraints();
    long[] caps =
        IntStream.range(0, state.parts() * constraints)
            .mapToLong(at -> state.cap(at / constraints, at % constraints))
            .toArray();
    var fresh = new PartState(state.graph(), state.parts(), state.part().clone(), caps);
    assertEquals(fresh.overload(), state.overload());
    assertEquals(fresh.overload() == 0, state.isBalanced());
    boolean fits = false;
    for (int p = 0; p < state.parts(); p++) {
      int part = p;
      assertEquals(
          IntStream.range(0, constraints).anyMatch(j -> state.load(part, j) > state.cap(part, j)),
          state.isOverloaded(p));
      assertEquals(fresh.fullness(p), state.fullness(p));
      assertEquals(fresh.fits(v, p), state.fits(v, p));
      fits |= state.fits(v, p);
    }
    assertEquals(fresh.mayFit(v), state.mayFit(v));
    assertTrue(state.mayFit(v) || !fits);
  }
}
