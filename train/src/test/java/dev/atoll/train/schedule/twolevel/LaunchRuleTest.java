package dev.atoll.train.schedule.twolevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.schedule.Launch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LaunchRuleTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicReference<Double> cpu = new AtomicReference<>(0.0);

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
  void anEmptyQueueCountsAsHalfABatch() {
    assertEquals(4 * 100 * 30.0 / (20 * 0.5), LaunchRule.score(4, 0, 30, 20, 0), 1e-9);
    assertEquals(0, LaunchRule.score(0, 0, 30, 20, 0), 1e-9, "no gap");
    assertEquals(0, LaunchRule.score(4, 100, 30, 20, 0), 1e-9, "no idle processor");
  }

  /** σ = 100, a batch takes 2 ms to make and 2 to compute, so that the score is 2 · gap · f. */
  @Test
  void anEmptyQueueWaitsForItsGapAndAProcessor() {
    var rule = new LaunchRule(100, nanos::get, cpu::get);
    rule.sampled(2_000_000);
    rule.trained(2_000_000);
    launch(rule, 0);
    assertFalse(launchesAt(rule, 0.4, 0, 1), "too soon: 80");
    assertTrue(launchesAt(rule, 0.6, 0, 1), "120");
    assertFalse(launchesAt(rule, 0.6, 100, 1), "no processor is idle");
    assertFalse(launchesAt(rule, 0.6, 0, 0), "one waits, so the score is gap · f: 60");
    assertTrue(launchesAt(rule, 1.2, 50, 0), "109");
  }

  @Test
  void noBatchAheadLaunches() {
    var rule = new LaunchRule(Double.MAX_VALUE, nanos::get, cpu::get);
    cpu.set(100.0);
    assertTrue(LaunchRule.launches(rule.look(0, 1, 0, 0, 0)));
    assertTrue(LaunchRule.launches(rule.look(0, 2, 0, 0, 0)), "one is computed");
    assertFalse(LaunchRule.launches(rule.look(0, 2, 1, 0, 0)), "one is being made");
    assertFalse(LaunchRule.launches(rule.look(0, 2, 0, 1, 0)), "one waits");
  }

  /** A burst: launches that are asked for at the same moment, of batches that take 2 ms. */
  @Test
  void ofManyLooksAtOnceOneLaunches() {
    var rule = new LaunchRule(100, nanos::get, cpu::get);
    rule.sampled(2_000_000);
    rule.trained(2_000_000);
    int launched = 0;
    for (int look = 0; look < 16; look++) {
      Launch seen = rule.look(look, launched + 1, launched, 0, 0);
      if (LaunchRule.launches(seen)) {
        rule.launched(seen, 0);
        launched++;
      }
    }
    assertEquals(1, launched);
  }

  private static void launch(LaunchRule rule, int step) {
    rule.launched(rule.look(step, 1, 0, 0, 0), 0);
  }

  /** Whether a batch is launched some time after the last launch while another is being made. */
  private boolean launchesAt(LaunchRule rule, double millis, double cpuPercent, int making) {
    nanos.set((long) (millis * 1e6));
    cpu.set(cpuPercent);
    return LaunchRule.launches(rule.look(1, 2, making, 1 - making, 0));
  }

  @Test
  void everyInputIsSaid() {
    var rule = new LaunchRule(7, nanos::get, cpu::get);
    rule.sampled(8_000_000);
    rule.trained(2_000_000);
    nanos.set(5_000_000);
    cpu.set(12.5);
    rule.look(4, 6, 2, 3, 9);
    assertEquals(
        new Launch(
            4, 5_000_000, 2, 6, 2, 12.5, 5, 8, 2, 3, LaunchRule.score(5, 12.5, 8, 2, 3), 7, 9),
        rule.look(4, 6, 2, 3, 9));
    launch(rule, 4);
    assertEquals(1, rule.look(5, 3, 0, 3, 9).looks());
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
    assertTrue(launches(false, 873.2), "none is made or being made");
  }

  private static boolean launches(boolean waiting, double threshold) {
    double score = LaunchRule.score(12, 50, 40, 10, 5);
    return LaunchRule.launches(
        new Launch(0, 0, 1, 1, 0, 50, 12, 40, 10, waiting ? 5 : 0, score, threshold, 0));
  }
}
