package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefinerTest {
  private static final Rounds ROUNDS =
      new Rounds(List.of(0.75, 0.25), /* most= */ 8, /* patience= */ 3);

  @Test
  void aSearchGainsWhatItSays() {
    Randomly.tries(
        30,
        random -> {
          PartState state = Cuts.random(random).state();
          var search = new FmRefiner(state, new GainTable(state, null, 1));
          long before = state.cut();
          long gained = search.round(50);
          assertEquals(before - gained, state.cut());
          assertTrue(gained >= 0, () -> "gained " + gained);
        });
  }

  @Test
  void rebalancingGainsWhatItSays() {
    Randomly.tries(
        30,
        random -> {
          PartState state = Cuts.random(random).state();
          long before = state.cut();
          long gained = new Rebalancer(state, new GainTable(state, null, 1)).run();
          assertEquals(before - gained, state.cut());
          assertTrue(state.isBalanced());
        });
  }

  @Test
  void aBalancedPartitionStaysBalancedAndNeverGetsWorse() {
    Randomly.tries(
        20,
        random -> {
          PartState state = Cuts.random(random).state();
          new Rebalancer(state, new GainTable(state, null, 1)).run();
          long before = state.cut();
          new Refiner(new Refiner.Options(3, 40, ROUNDS), 1).refine(state, null);
          assertTrue(state.isBalanced());
          assertTrue(state.cut() <= before, () -> state.cut() + " after " + before);
        });
  }

  @Test
  void aVolumeRoundGainsWhatItSays() {
    Randomly.tries(
        20,
        random -> {
          Cuts cuts = Cuts.random(random);
          var refiner = new VolumeRefiner(cuts.state(), new GainTable(cuts.state(), null, 1));
          for (int round = 0; round < 3; round++) {
            long before = cuts.volume();
            long gained = refiner.round();
            assertEquals(before - gained, cuts.volume());
          }
        });
  }

  @Test
  void roundsOfAllNodesKeepTheBestPartition() {
    Randomly.tries(
        20,
        random -> {
          PartState state = Cuts.random(random).state();
          new Rebalancer(state, new GainTable(state, null, 1)).run();
          long before = state.cut();
          var search = new JetRefiner(state, null, 2);
          search.run(ROUNDS);
          assertTrue(state.isBalanced());
          assertEquals(search.cut(), state.cut());
          assertTrue(state.cut() <= before, () -> state.cut() + " after " + before);
        });
  }

  @Test
  void roundsOfAllNodesAreTheSameOnAnyNumberOfThreads() {
    Randomly.tries(
        10,
        random -> {
          PartState one = Cuts.random(random).state();
          long[] caps = new long[one.parts()];
          Arrays.setAll(caps, p -> one.cap(p, 0));
          var several = new PartState(one.graph(), one.parts(), one.part().clone(), caps);
          boolean[] near = new GainTable(one, null, 1).boundary();
          new JetRefiner(one, null, 1).run(ROUNDS);
          new JetRefiner(several, near, 3).run(ROUNDS);
          assertArrayEquals(one.part(), several.part());
        });
  }

  @Test
  void boundaryNodesAreKnownAfterRoundsOfAllNodes() {
    Randomly.tries(
        10,
        random -> {
          PartState state = Cuts.random(random).state();
          var search = new JetRefiner(state, null, 2);
          search.run(ROUNDS);
          boolean[] known = search.boundary();
          boolean[] boundary = new GainTable(state, null, 1).boundary();
          for (int v = 0; v < boundary.length; v++) {
            assertTrue(known[v] || !boundary[v], "node " + v);
          }
        });
  }
}
