package dev.atoll.train.sampling.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalityScaleTest {
  private static final LocalitySampling ADAPTIVE = new LocalitySampling(LocalitySampling.ADAPTIVE);

  private static EpochCost epoch(RowReads reads) {
    return new EpochCost(
        9,
        9,
        Map.of(Phase.SAMPLE, 1.0, Phase.FETCH, 2.0, Phase.COMPUTE, 4.0, Phase.REDUCE, 1.0),
        Map.of(Purpose.FEATURES, 0L),
        0,
        reads,
        0,
        0,
        0,
        List.of(),
        1);
  }

  private static double scaleAfter(int epochs, RowReads reads) {
    var scale = new LocalityScale(ADAPTIVE, 0.2);
    scale.follow(Collections.nCopies(epochs, epoch(reads)));
    return scale.now();
  }

  @Test
  void loadingIsCountedByTheRowsThatAreRead() {
    var scale = new LocalityScale(ADAPTIVE, 0.2);
    assertEquals(6 / 106.0, scale.loadShare(epoch(RowReads.counted(90, 5, 5))), 1e-12);
    assertEquals(0, scale.loadShare(epoch(RowReads.counted(90, 0, 0))));
  }

  @Test
  void theScaleGrowsWhileLoadingTakesMoreThanItsShare() {
    assertEquals(1, scaleAfter(3, RowReads.counted(90, 5, 5)), "a share of 0.06 is little");
    assertEquals(4, scaleAfter(2, RowReads.counted(60, 0, 40)), "a share of 0.29, twice");
    assertEquals(8, scaleAfter(9, RowReads.counted(60, 0, 40)), "no more than the published 8");
  }

  @Test
  void setsAreAsLargeAsPublishedButNoLargerThanWhatIsNear() {
    assertEquals(300, LocalitySampling.mostFavoured(300));
    assertEquals(8192, LocalitySampling.mostFavoured(10_000));
    assertEquals(1, LocalitySampling.mostFavoured(0));
    assertTrue(ADAPTIVE.adapts());
  }
}
