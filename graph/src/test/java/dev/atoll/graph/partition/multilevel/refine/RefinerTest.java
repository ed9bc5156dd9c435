package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import org.junit.jupiter.api.Test;

class RefinerTest {
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
          new Refiner(new Refiner.Options(3, 40), 1).refine(state, null);
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
}
