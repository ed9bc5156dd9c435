package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimResultTest {
  private static final String YAML =
      """
      number: 7
      paper: A Paper
      place: Table 1
      claim: "b is as accurate as a."
      published: "the same"
      figure: "a minus b"
      commands: {a: train, b: train, off: train}
      formula: "a.x - b.x"
      unit: points
      holds: "<= 1"
      control: {command: off, off: "rate=0", formula: "a.x - off.x", within: "<= 1"}
      checks: [{what: "rounds", formula: b.r, holds: "2..2"}]
      """;

  private static final List<Double> SAME = List.of(0.0, 0.1, 0.0, 0.1, 0.0);
  private static final List<Double> WORSE = List.of(4.0, 4.1, 4.0, 4.1, 4.0);
  private static final List<Double> ROUNDS = List.of(2.0, 2.0);

  private static Claim claim(String yaml) throws IOException {
    return Claim.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "test");
  }

  private static ClaimResult result(
      String yaml, List<Double> measured, List<Double> rounds, List<Double> control)
      throws IOException {
    Claim claim = claim(yaml);
    ClaimRun run =
        new ClaimRun(
            7,
            false,
            Map.of("seeds", "5"),
            "a machine",
            measured,
            Map.of("rounds", rounds),
            Map.of(),
            control,
            List.of(),
            null,
            "",
            List.of("atoll train"));
    return ClaimResult.of(claim, run);
  }

  /** A run whose conditions, second half and form are others. */
  private static ClaimRun changed(
      ClaimRun run, Map<String, List<Double>> checks, List<Double> half, MeasuredForm form) {
    return new ClaimRun(
        7,
        false,
        run.settings(),
        run.machine(),
        run.measured(),
        checks,
        Map.of(),
        run.control(),
        half,
        form,
        "",
        run.commands());
  }

  @Test
  void aControlOutsideTheBoundLetsTheFigureDecide() throws IOException {
    assertEquals("holds", result(YAML, SAME, ROUNDS, WORSE).verdict());
    assertEquals("does not hold", result(YAML, WORSE, ROUNDS, WORSE).verdict());
    assertTrue(result(YAML, SAME, ROUNDS, WORSE).control().canTell());
  }

  @Test
  void aControlWithinTheBoundCannotTellWhateverTheFigure() throws IOException {
    assertEquals("cannot tell", result(YAML, SAME, ROUNDS, SAME).verdict());
    assertEquals("cannot tell", result(YAML, WORSE, ROUNDS, SAME).verdict());
    assertFalse(result(YAML, WORSE, ROUNDS, SAME).conclusive());
    List<Double> onTheBound = List.of(0.0, 2.0, 1.0, 0.0, 2.0);
    assertEquals("cannot tell", result(YAML, SAME, ROUNDS, onTheBound).verdict());
    assertEquals(
        "cannot tell", result(YAML, SAME, ROUNDS, WORSE.subList(0, 4)).verdict(), "four seeds");
  }

  @Test
  void withoutItsControlAClaimHoldsPartlyAtBest() throws IOException {
    assertEquals("partly", result(YAML, SAME, ROUNDS, List.of()).verdict());
    assertEquals("does not hold", result(YAML, WORSE, ROUNDS, List.of()).verdict());
    String none = YAML.replaceAll("control: .*\n", "");
    assertEquals("holds", result(none, SAME, ROUNDS, List.of()).verdict());
    assertNull(result(none, SAME, ROUNDS, List.of()).control());
  }

  @Test
  void conditionsDecideWhereTheFigureHolds() throws IOException {
    assertEquals("partly", result(YAML, SAME, List.of(3.0, 3.0), WORSE).verdict());
    assertEquals("cannot tell", result(YAML, SAME, List.of(1.0, 3.0), WORSE).verdict());
    assertEquals("partly", result(YAML, SAME, List.of(), WORSE).verdict(), "not measured");
    assertEquals("does not hold", result(YAML, WORSE, List.of(1.0, 3.0), WORSE).verdict());
    String two =
        YAML.replace("checks: [", "checks: [{what: failed, formula: b.f, holds: '1..1'}, ");
    ClaimRun run = result(two, SAME, List.of(1.0, 3.0), WORSE).run();
    ClaimRun failed =
        changed(run, Map.of("rounds", List.of(1.0, 3.0), "failed", List.of(0.0)), List.of(), null);
    assertEquals("partly", ClaimResult.of(claim(two), failed).verdict(), "one is known to fail");
  }

  @Test
  void aSecondHalfHasAVerdictOfItsOwn() throws IOException {
    String yaml =
        YAML
            + "half: {claim: b is faster, place: Table 2, published: twice, figure: a over b,"
            + " formula: a.s / b.s, unit: ratio, holds: '>= 2'}\n";
    ClaimResult result = result(yaml, SAME, ROUNDS, WORSE);
    assertEquals("holds", result.verdict());
    assertEquals("not tried", result.half().verdict());
    ClaimRun run = result.run();
    ClaimRun both = changed(run, run.checks(), List.of(1.1, 1.2, 1.1), null);
    result = ClaimResult.of(claim(yaml), both);
    assertEquals("holds", result.verdict());
    assertEquals("does not hold", result.half().verdict());
  }

  @Test
  void figuresOfAnotherFormulaAreNotJudged() throws IOException {
    Claim measured = claim(YAML);
    ClaimRun run = result(YAML, SAME, ROUNDS, WORSE).run();
    ClaimRun kept = changed(run, run.checks(), List.of(), MeasuredForm.of(measured, false));
    assertEquals("holds", ClaimResult.of(measured, kept).verdict());
    Claim now = claim(YAML.replace("\"a.x - b.x\"", "\"b.x - a.x\""));
    assertEquals("not tried", ClaimResult.of(now, kept).verdict());
    assertNull(ClaimResult.of(now, kept).mean());
  }

  @Test
  void resultsOfBeforeControlsAreRead() throws IOException {
    ClaimRun run =
        new ObjectMapper()
            .readValue(
                """
                {"claim": 7, "quick": false, "settings": {"seeds": "5"}, "machine": "m",
                 "measured": [0, 0.1, 0, 0.1, 0], "checks": {"rounds": [2]}, "curve": {},
                 "failure": "", "commands": ["atoll train"]}
                """,
                ClaimRun.class);
    ClaimResult result = ClaimResult.of(claim(YAML), run);
    assertEquals("partly", result.verdict());
    assertNull(result.form());
  }

  @Test
  void earlierFieldsKeepTheirNames() throws IOException {
    JsonNode written = new ObjectMapper().valueToTree(result(YAML, SAME, List.of(1.0, 3.0), WORSE));
    assertFalse(written.get("toldApart").asBoolean(true));
    assertFalse(written.has("conclusive"));
    assertFalse(written.at("/checks/0/toldApart").asBoolean(true));
    assertEquals(0.04, written.get("mean").asDouble(), 1e-12);
    assertTrue(written.get("deviation").asDouble() > 0);
    assertTrue(written.at("/interval/low").asDouble() < 0);
    assertEquals("rate=0", written.at("/control/off").asText());
  }
}
