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
    assertTrue(LaunchRule.launches(rule.look(0, 1, 0)));
    assertFalse(LaunchRule.launches(rule.look(0, 1, 1)));
  }

  @Test
  void everyInputIsSaid() {
    var rule = new LaunchRule(7);
    rule.sampled(8_000_000);
    rule.trained(2_000_000);
    rule.look(4, 2, 3);
    Launch look = rule.look(4, 2, 3);
    assertEquals(2, look.looks());
    assertEquals(7, look.threshold());
    assertEquals(
        LaunchRule.score(
            look.gapMillis(), look.cpuPercent(), look.sampleMillis(), look.trainMillis(), 3),
        look.score());
    rule.launched(look);
    assertEquals(1, rule.look(5, 3, 3).looks());
  }
}
