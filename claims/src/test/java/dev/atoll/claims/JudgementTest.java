package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.compare.Spread;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
  private static Spread spread(double mean, double deviation) {
    return new Spread(3, mean, deviation, mean);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // one-sided: mean; deviation; holds; partly; verdict; told apart
        "1.5; 0.1; >= 1.3; >= 1.05; HOLDS; true",
        "1.41; 0.1; >= 1.3; >= 1.05; HOLDS; true",
        "1.35; 0.1; >= 1.3; >= 1.05; PARTLY; false",
        "1.25; 0.1; >= 1.3; >= 1.05; PARTLY; false",
        "1.16; 0.1; >= 1.3; >= 1.05; PARTLY; true",
        "1.1; 0.1; >= 1.3; >= 1.05; PARTLY; false",
        "0.9; 0.1; >= 1.3; >= 1.05; DOES_NOT_HOLD; true",
        "0.3; 2.16; >= 0.3; >= -0.3; PARTLY; false",
        // between two ends
        "-0.8; 1.37; -1..1; -2..2; PARTLY; false",
        "0.2; 0.5; -1..1; -2..2; HOLDS; true",
        "1.5; 0.3; -1..1; -2..2; PARTLY; true",
        "0; 5; -1..1; -2..2; PARTLY; false",
        "-2.5; 0.4; -1..1; -2..2; DOES_NOT_HOLD; true",
        // exact figures
        "0.1; 0; 0.08..0.12; 0.05..0.2; HOLDS; true",
        "0.15; 0; 0.08..0.12; 0.05..0.2; PARTLY; true",
        "0.3; 0; 0.08..0.12; 0.05..0.2; DOES_NOT_HOLD; true"
      })
  void allOfMeanPlusMinusDeviationIsJudged(
      double mean,
      double deviation,
      String holds,
      String partly,
      Verdict verdict,
      boolean conclusive) {
    Judgement judgement =
        Judgement.of(spread(mean, deviation), Bound.of(holds), Bound.of(partly), false);
    assertEquals(new Judgement(verdict, conclusive), judgement);
  }

  @Test
  void withoutAMiddleADeviationOverTheBoundIsStillNoVerdict() {
    Bound two = Bound.of("2..2");
    assertEquals(
        new Judgement(Verdict.DOES_NOT_HOLD, true), Judgement.of(spread(3, 0.5), two, null, false));
    assertEquals(
        new Judgement(Verdict.PARTLY, false), Judgement.of(spread(2, 0.5), two, null, false));
  }

  @Test
  void aTimeMeasuredOnceIsNeverToldApart() {
    Spread once = Spread.of(Arrays.asList(9.0));
    Bound bound = Bound.of(">= 2");
    assertFalse(Judgement.of(once, bound, null, true).conclusive());
    assertTrue(Judgement.of(once, bound, null, false).holds(), "a count is exact");
  }

  @Test
  void theFieldOfKeptResultsKeepsItsName() {
    var check = new ClaimResult.Check("rounds", "at least 2", 2.0, null, true, false);
    JsonNode written = new ObjectMapper().valueToTree(check);
    assertFalse(written.get("toldApart").asBoolean(true));
    assertFalse(written.has("conclusive"));
  }
}
