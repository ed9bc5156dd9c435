package dev.atoll.train.sampling.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.locality.ScaleRule.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScaleRuleTest {
  /** An epoch that fetches for a quarter of its time, and reads mostly near rows. */
  private static final EpochCost EPOCH =
      new EpochCost(
          9,
          9,
          Map.of(Phase.SAMPLE, 1.0, Phase.FETCH, 2.0, Phase.COMPUTE, 4.0, Phase.REDUCE, 1.0),
          Map.of(Purpose.FEATURES, 0L),
          0,
          RowReads.counted(90, 5, 5),
          0,
          0,
          0,
          List.of(),
          1);

  private static LocalityScale following(ScaleRule rule, int epochs) {
    var scale =
        new LocalityScale(
            new LocalitySampling(Sampling.uniform(), LocalitySampling.ADAPTIVE, rule, 0), 0.2);
    scale.follow(Collections.nCopies(epochs, EPOCH));
    return scale;
  }

  @Test
  void sharesAreCountedOrMeasured() {
    var counted = ScaleRule.counting(1);
    var measured = new ScaleRule(Clock.MEASURED, 1, AdaptiveScale.PUBLISHED);
    assertEquals(6 / 106.0, counted.loadShare(EPOCH, 0.2), 1e-12);
    assertEquals(0.25, measured.loadShare(EPOCH, 0.2), 1e-12);
    assertEquals(1, following(counted, 3).now(), "a share of 0.06 is little");
    assertEquals(4, following(measured, 2).now(), "a share of 0.25 is above 0.2, twice");
  }

  @Test
  void boundsAreSettings() {
    var wide = new ScaleRule(Clock.MEASURED, 1, new AdaptiveScale.Bounds(0.1, 0.3, 8));
    assertEquals(1, following(wide, 3).now(), "a share of 0.25 is in bounds");
    var low = new ScaleRule(Clock.MEASURED, 1, new AdaptiveScale.Bounds(0.1, 0.2, 6));
    assertEquals(6, following(low, 3).now(), "1, 2, 4 and no more than 6");
    assertEquals(6, following(low, 9).now());
    assertEquals(
        "sampler.lower=0.3, sampler.upper=0.2, sampler.maxScale=8.0: expected 0 <= lower <= upper"
            + " <= 1 <= maxScale",
        assertThrows(IllegalArgumentException.class, () -> new AdaptiveScale.Bounds(0.3, 0.2, 8))
            .getMessage());
  }

  @Test
  void setsAreAsLargeAsGivenOrAsWhatIsNear() {
    var asNear = new LocalitySampling(2, 1);
    assertEquals(300, asNear.mostFavoured(300));
    assertEquals(8192, asNear.mostFavoured(10_000));
    assertEquals(1, asNear.mostFavoured(0));
    var given = new LocalitySampling(Sampling.uniform(), 2, ScaleRule.counting(1), 5000);
    assertEquals(5000, given.mostFavoured(300));
    assertTrue(new LocalitySampling(0, 1).adapts());
  }
}
