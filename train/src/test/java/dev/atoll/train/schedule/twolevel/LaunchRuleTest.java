package dev.atoll.train.schedule.twolevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.schedule.Launch;
import org.junit.jupiter.api.Test;

class LaunchRuleTest {
  @Test
  void roomIsThatOfThePaper() {
    assertEquals(100, LaunchRule.idlePercent(0), 1e-9);
    assertEquals(101 - Math.sqrt(101), LaunchRule.idlePercent(50), 1e-9);
    assertEquals(0, LaunchRule.idlePercent(100), 1e-9);
  }

  @Test
  void scoreIsAProduct() {
    assertEquals(4 * 100 * 30.0 / (20 * 3), LaunchRule.score(4, 0, 30, 20, 3), 1e-9);
    assertEquals(0, LaunchRule.score(4, 100, 30, 20, 3), 1e-9);
  }

  @Test
  void anEmptyQueueLaunches() {
    var rule = new LaunchRule(Double.MAX_VALUE);
    assertTrue(LaunchRule.launches(rule.look(0, 1, 0, 0)));
    assertFalse(LaunchRule.launches(rule.look(0, 1, 1, 0)));
  }

  @Test
  void everyInputIsSaid() {
    var rule = new LaunchRule(7);
    rule.sampled(8_000_000);
    rule.trained(2_000_000);
    rule.look(4, 2, 3, 9);
    Launch look = rule.look(4, 2, 3, 9);
    assertEquals(2, look.looks());
    assertEquals(7, look.threshold());
    assertEquals(
        LaunchRule.score(
            look.gapMillis(), look.cpuPercent(), look.sampleMillis(), look.trainMillis(), 3),
        look.score());
    assertEquals(9, look.handOvers());
    rule.launched(look, 9);
    assertEquals(1, rule.look(5, 3, 3, 9).looks());
  }

  /**
   * Algorithm 1 by hand: 12 ms since the last launch, half the processors busy, a batch takes 40 ms
   * to make and 10 ms to compute, 5 wait. balance = 40 / (10 · 5) = 0.8, f(50) = 101 − √101 =
   * 90.950, the score 12 · 90.950 · 0.8 = 873.1.
   */
  @Test
  void theScoreOfAlgorithm1ByHand() {
    assertEquals(873.1, LaunchRule.score(12, 50, 40, 10, 5), 0.1);
    assertTrue(launches(true, 873.0));
    assertFalse(launches(true, 873.2));
    assertTrue(launches(false, 873.2));
  }

  private static boolean launches(boolean waiting, double threshold) {
    double score = LaunchRule.score(12, 50, 40, 10, 5);
    return LaunchRule.launches(
        new Launch(0, 0, 1, 1, 50, 12, 40, 10, waiting ? 5 : 0, score, threshold, 0));
  }
}
