package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.compare.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriterionTest {
  private static final double T = 2.776 / Math.sqrt(5);

  /** A figure of five repetitions whose interval is the mean plus and minus a half width. */
  private static Spread figure(double mean, double half) {
    return new Spread(5, mean, half / T, mean);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // an effect: mean; half width; unit; holds; partly; verdict
        "1.5;  0.1; ratio; >= 1.3; >= 1.05; HOLDS",
        "1.35; 0.1; ratio; >= 1.3; >= 1.05; CANNOT_TELL",
        "1.16; 0.1; ratio; >= 1.3; >= 1.05; PARTLY",
        "1.12; 0.1; ratio; >= 1.3; >= 1.05; CANNOT_TELL",
        "0.8;  0.1; ratio; >= 1.3; >= 1.05; DOES_NOT_HOLD",
        // a null result: outside the bound, with "no difference" inside the interval
        "1.05; 0.2; ratio; >= 1.3; >= 1.05; DOES_NOT_HOLD",
        "0.07; 0.1; points; >= 0.3; >= 0.1; DOES_NOT_HOLD",
        "-3;   5;   percent; >= 10; >= 1; DOES_NOT_HOLD",
        "0.07; 0.4; points; >= 0.3; >= 0.1; CANNOT_TELL",
        // sameness, which includes "no difference"
        "0.2;  0.5; points; -1..1; -2..2; HOLDS",
        "-0.8; 0.9; points; -1..1; -2..2; CANNOT_TELL",
        "1.5;  0.3; points; -1..1; -2..2; PARTLY",
        "0;    5;   points; -1..1; -2..2; CANNOT_TELL",
        "-2.5; 0.4; points; -1..1; -2..2; DOES_NOT_HOLD",
        // no comparison: 1 is a count like others
        "1.5;  0;   count; >= 2; >= 1; PARTLY",
        "1;    0;   count; >= 2; >= 1; PARTLY"
      })
  void theWholeIntervalIsJudged(
      double mean, double half, String unit, String holds, String partly, Verdict verdict) {
    assertEquals(verdict, Criterion.of(unit, holds, partly, false).judge(figure(mean, half)));
  }

  @ParameterizedTest
  @CsvSource({"3, 0.5, DOES_NOT_HOLD", "2, 0.5, CANNOT_TELL", "2, 0, HOLDS"})
  void withoutAWiderBoundNothingIsPartly(double mean, double half, Verdict verdict) {
    assertEquals(verdict, Criterion.of("count", "2..2", null, false).judge(figure(mean, half)));
  }

  @Test
  void aTimeThatWasMeasuredOnceCannotTell() {
    Spread once = Spread.of(List.of(9.0));
    assertEquals(Verdict.CANNOT_TELL, Criterion.of("ratio", ">= 2", null, true).judge(once));
    assertEquals(Verdict.HOLDS, Criterion.of("ratio", ">= 2", null, false).judge(once));
  }

  @Test
  void fewerThanFiveSeedsCannotCompareAccuracies() {
    Criterion criterion = Criterion.of("points", "<= 1", null, false);
    assertEquals(Verdict.CANNOT_TELL, criterion.judge(Spread.of(List.of(0.0, 0.0, 0.0, 0.0))));
    assertEquals(Verdict.HOLDS, criterion.judge(Spread.of(List.of(0.0, 0.0, 0.0, 0.0, 0.0))));
    assertEquals(
        Verdict.CANNOT_TELL, criterion.judge(Spread.of(List.of(9.0, 9.0))), "nor against a claim");
  }

  @ParameterizedTest
  @CsvSource({"ratio, >= 1.2, >= 0.98", "points, >= 0.3, >= -0.3", "ratio, <= 0.95, <= 1.05"})
  void aWiderBoundMayNotIncludeNoDifference(String unit, String holds, String partly) {
    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> Criterion.of(unit, holds, partly, false));
    assertTrue(refused.getMessage().contains("no difference"), refused.getMessage());
  }

  @Test
  void unknownUnitsAreNamed() {
    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> Criterion.of("seconds", ">= 1", null, false));
    assertTrue(refused.getMessage().contains("found 'seconds'"), refused.getMessage());
  }
}
