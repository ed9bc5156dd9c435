package dev.atoll.app.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.Phase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static CostPrediction prediction(
      String label, double seconds, long bytes, String problem) {
    return new CostPrediction(
        label,
        Settings.bare(),
        2,
        1,
        seconds,
        2 * seconds,
        Map.of(Phase.COMPUTE, seconds, Phase.REDUCE, seconds / 4),
        Map.of(Purpose.GRADIENTS, bytes),
        1000,
        10,
        0,
        problem,
        "",
        List.of());
  }

  @Test
  void theFastestThatFitsIsTaken() {
    var plan =
        new Plan(
            List.of(
                prediction("slow", 3, 0, ""),
                prediction("large", 1, 0, "a worker needs more"),
                prediction("fast", 2, 100, "")));
    assertEquals("fast", plan.choice().orElseThrow().label());
    assertEquals(
        List.of("fast", "slow", "large"),
        plan.predictions().stream().map(CostPrediction::label).toList());
    assertEquals("fast", plan.json().get("choice"));
    assertTrue(plan.reason().contains("fastest"));
  }

  @Test
  void aPredictionIsALineOfItsOwn() {
    assertEquals(
        "quiet on 2 workers: 1.05 s, 5 B an epoch; 1010 B of memory",
        prediction("quiet", 1.05, 5, "").line());
    assertEquals(
        "large on 2 workers: 1.00 s, 0 B an epoch; 1010 B of memory; does not fit: too large",
        prediction("large", 1, 0, "too large").line());
  }

  @Test
  void fewerBytesDecideWhereTimesAreAlike() {
    var plan =
        new Plan(List.of(prediction("chatty", 1, 100, ""), prediction("quiet", 1.05, 5, "")));
    assertEquals("quiet", plan.choice().orElseThrow().label());
    assertTrue(plan.reason().contains("fewer bytes"));
  }

  @Test
  void nothingIsTakenWhereNothingFits() {
    var plan = new Plan(List.of(prediction("large", 1, 0, "a worker needs more")));
    assertTrue(plan.choice().isEmpty());
    assertFalse(plan.json().containsKey("reason"));
  }

  @Test
  void thePromisedFieldsAreThere() {
    Map<String, Object> json = prediction("a", 2, 100, "too large").json();
    assertEquals("a", json.get("recipe"));
    assertEquals(2.0, json.get("secondsPerEpoch"));
    assertEquals(100L, json.get("bytesPerEpoch"));
    assertEquals(1000L, json.get("peakBytesPerWorker"));
    assertEquals(false, json.get("fits"));
    assertEquals("too large", json.get("reason"));
    assertEquals("compute", json.get("dominant"));
  }
}
