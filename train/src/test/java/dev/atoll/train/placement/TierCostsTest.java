package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TierCostsTest {
  @Test
  void readsCostWhatTheirTiersDo() {
    var costs = new TierCosts(0, 0.1, 1);
    assertEquals(6, new TierReads(100, 10, 5).cost(costs), 1e-12);
    assertEquals(0.1, costs.alpha(), 1e-12);
    assertEquals(0.1 / (1 + 3 * 0.9), costs.alpha(4), 1e-12);
  }
}
