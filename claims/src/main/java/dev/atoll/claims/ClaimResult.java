package dev.atoll.claims;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atoll.app.compare.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The outcome of a claim's trial: one entry of {@code reproduce --json}.
 *
 * @param measured one figure per repetition
 * @param mean of them; null if nothing was measured
 * @param deviation of them
 * @param checks the further conditions
 * @param curve means by label; empty without a plot
 * @param curveDeviations of them; empty for a single repetition
 * @param conclusive false if the deviation over repetitions leaves the verdict open
 * @param why remark of the claim, or the error that ended the trial
 * @param settings values of the placeholders in the commands
 * @param machine the machine that measured it
 * @param command that measures it again
 * @param commands of Atoll that were run, in order
 * @param run the results of the commands
 */
public record ClaimResult(
    int claim,
    String paper,
    String place,
    String text,
    String published,
    String figure,
    String unit,
    List<Double> measured,
    @JsonInclude(Include.NON_NULL) Double mean,
    @JsonInclude(Include.NON_NULL) Double deviation,
    List<Check> checks,
    Map<String, Double> curve,
    Map<String, Double> curveDeviations,
    String criterion,
    String verdict,
    @JsonProperty("toldApart") boolean conclusive,
    String why,
    boolean quick,
    Map<String, String> settings,
    String machine,
    String command,
    List<String> commands,
    @JsonIgnore ClaimRun run) {
  private static final int DIGITS = 3;
  private static final int MOST_DIGITS = 9;

  /**
   * A further condition and its result.
   *
   * @param value null if it was not measured
   * @param deviation over repetitions; null for fewer than two
   * @param conclusive false if the deviation leaves open whether it holds
   */
  public record Check(
      String what,
      String criterion,
      @JsonInclude(Include.NON_NULL) Double value,
      @JsonInclude(Include.NON_NULL) Double deviation,
      boolean holds,
      @JsonProperty("toldApart") boolean conclusive) {
    private static Check of(ClaimCheck check, List<Double> values) {
      if (values == null || values.isEmpty()) {
        return new Check(check.what(), check.holds(), null, null, false, false);
      }
      Spread spread = Spread.of(values);
      Judgement judgement = check.judge(spread);
      return new Check(
          check.what(),
          check.holds(),
          spread.mean(),
          values.size() == 1 ? null : spread.deviation(),
          judgement.holds(),
          judgement.conclusive());
    }

    String valueText() {
      return value == null ? "not measured" : figureText(value, deviation, Bound.of(criterion));
    }

    String verdictText() {
      if (value == null) {
        return "";
      }
      return conclusive ? (holds ? "holds" : "does not hold") : "inconclusive";
    }
  }

  static ClaimResult of(Claim claim, ClaimRun run) {
    Spread spread = run.measured().isEmpty() ? null : Spread.of(run.measured());
    List<Check> checks =
        claim.checks().stream()
            .map(check -> Check.of(check, run.checks().get(check.what())))
            .toList();
    Map<String, Double> curve = new LinkedHashMap<>();
    Map<String, Double> deviations = new LinkedHashMap<>();
    run.curve()
        .forEach(
            (label, values) -> {
              Spread point = Spread.of(values);
              curve.put(label, point.mean());
              if (values.size() > 1) {
                deviations.put(label, point.deviation());
              }
            });
    Judgement judgement = judge(claim, run, spread, checks);
    return new ClaimResult(
        claim.number(),
        claim.paper(),
        claim.place(),
        claim.claim(),
        claim.published(),
        claim.figure(),
        claim.unit(),
        run.measured(),
        spread == null ? null : spread.mean(),
        spread == null ? null : spread.deviation(),
        checks,
        curve,
        deviations,
        claim.holds(),
        judgement.verdict().text(),
        judgement.conclusive(),
        claim.cannot() != null ? claim.cannot() : why(claim, run),
        run.quick(),
        run.settings(),
        run.machine(),
        run.command(),
        run.commands(),
        run);
  }

  private static String why(Claim claim, ClaimRun run) {
    return run.failure().isEmpty() ? claim.remark() : run.failure();
  }

  private static Judgement judge(Claim claim, ClaimRun run, Spread spread, List<Check> checks) {
    if (claim.cannot() != null || !run.failure().isEmpty()) {
      return new Judgement(Verdict.CANNOT_BE_TRIED, true);
    }
    if (spread == null) {
      return new Judgement(Verdict.NOT_MEASURED, true);
    }
    Judgement ofFigure = claim.judge(spread);
    return ofFigure.holds() && !checks.stream().allMatch(Check::holds)
        ? new Judgement(Verdict.PARTLY, true)
        : ofFigure;
  }

  /** The measured figure with its deviation, {@code 0.102 ± 0.003}; a dash without one. */
  String measuredText() {
    if (mean == null) {
      return "–";
    }
    String suffix = "percent".equals(unit) ? " %" : "";
    Double spread = measured.size() == 1 ? null : deviation;
    return figureText(mean, spread, Bound.of(criterion)) + suffix;
  }

  /** The verdict, and whether the deviation leaves it open: {@code partly, inconclusive}. */
  String verdictText() {
    return verdict + (conclusive ? "" : ", inconclusive");
  }

  /** A point of the curve with its deviation. */
  String curveText(String label) {
    return withDeviation(figureText(curve.get(label)), curveDeviations.get(label));
  }

  /** A figure with its deviation, with enough digits to show whether it is within a bound. */
  private static String figureText(double mean, Double deviation, Bound bound) {
    int digits = DIGITS;
    while (digits < MOST_DIGITS && bound.holds(rounded(mean, digits)) != bound.holds(mean)) {
      digits++;
    }
    return withDeviation(figureText(mean, digits), deviation);
  }

  private static double rounded(double value, int digits) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(digits)).doubleValue()
        : value;
  }

  private static String withDeviation(String figure, Double deviation) {
    return deviation == null ? figure : figure + " ± " + figureText(deviation);
  }

  /**
   * A figure with at least three significant digits: {@code 0.0978}, {@code 81.2}, {@code 110,234}.
   */
  static String figureText(double value) {
    return figureText(value, DIGITS);
  }

  private static String figureText(double value, int digits) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    if (Math.abs(value) >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (Math.abs(value) < 0.0005) {
      return value == 0 ? "0" : String.format(Locale.ROOT, "%.1e", value);
    }
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }
}
