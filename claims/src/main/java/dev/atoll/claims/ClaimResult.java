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
 * @param interval the 95 % confidence interval of the mean
 * @param checks the further conditions
 * @param control the method switched off; null for claims that need none
 * @param half the second half of a claim that has two; null otherwise
 * @param curve means by label; empty without a plot
 * @param curveDeviations of them; empty for a single repetition
 * @param conclusive whether the interval lies on one side of the bounds, and the control outside
 * @param form the criterion, baseline and build that were kept with the result; null if none were
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
    @JsonInclude(Include.NON_NULL) Interval interval,
    List<Check> checks,
    @JsonInclude(Include.NON_NULL) Control control,
    @JsonInclude(Include.NON_NULL) Half half,
    Map<String, Double> curve,
    Map<String, Double> curveDeviations,
    String criterion,
    String verdict,
    @JsonProperty("toldApart") boolean conclusive,
    String why,
    @JsonInclude(Include.NON_NULL) MeasuredForm form,
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
   * @param interval the 95 % confidence interval of the value
   * @param conclusive false if the interval leaves open whether it holds
   */
  public record Check(
      String what,
      String criterion,
      @JsonInclude(Include.NON_NULL) Double value,
      @JsonInclude(Include.NON_NULL) Double deviation,
      @JsonInclude(Include.NON_NULL) Interval interval,
      boolean holds,
      @JsonProperty("toldApart") boolean conclusive,
      String verdict) {
    private static Check of(ClaimCheck check, List<Double> values) {
      if (values == null || values.isEmpty()) {
        return new Check(
            check.what(), check.holds(), null, null, null, false, false, Verdict.NOT_TRIED.text());
      }
      Spread spread = Spread.of(values);
      Verdict verdict = check.judge(spread);
      return new Check(
          check.what(),
          check.holds(),
          spread.mean(),
          values.size() == 1 ? null : spread.deviation(),
          Interval.of(spread),
          verdict == Verdict.HOLDS,
          verdict != Verdict.CANNOT_TELL,
          verdict.text());
    }

    boolean is(Verdict wanted) {
      return verdict.equals(wanted.text());
    }

    String valueText() {
      return value == null ? "not measured" : figureText(value, interval, Bound.of(criterion));
    }

    String verdictText() {
      return value == null ? "" : verdict;
    }
  }

  /**
   * The method switched off, and its distance from the full method.
   *
   * @param off the settings that switch it off
   * @param command that measures it, by its name
   * @param within the claim's bound for the distance
   * @param value the distance; null if it was not measured
   * @param interval the 95 % confidence interval of the value
   * @param canTell whether the graph tells the method from the control
   */
  public record Control(
      String off,
      String command,
      String within,
      @JsonInclude(Include.NON_NULL) Double value,
      @JsonInclude(Include.NON_NULL) Interval interval,
      boolean canTell) {
    private static Control of(ClaimControl control, List<Double> values) {
      if (control == null) {
        return null;
      }
      Spread spread = values.isEmpty() ? null : Spread.of(values);
      return new Control(
          control.off(),
          control.command(),
          control.within(),
          spread == null ? null : spread.mean(),
          spread == null ? null : Interval.of(spread),
          spread != null && control.canTell(spread));
    }

    boolean isMeasured() {
      return value != null;
    }

    String valueText() {
      return figureText(value, interval, Bound.of(within));
    }
  }

  /**
   * The second half of a claim.
   *
   * @param measured one figure per repetition
   * @param mean of them; null if nothing was measured
   * @param interval the 95 % confidence interval of the mean
   * @param why its remark
   */
  public record Half(
      String text,
      String place,
      String published,
      String figure,
      String unit,
      List<Double> measured,
      @JsonInclude(Include.NON_NULL) Double mean,
      @JsonInclude(Include.NON_NULL) Interval interval,
      String criterion,
      String verdict,
      String why) {
    private static Half of(ClaimHalf half, List<Double> values) {
      if (half == null) {
        return null;
      }
      Spread spread = values.isEmpty() ? null : Spread.of(values);
      Verdict verdict = spread == null ? Verdict.NOT_TRIED : half.judge(spread);
      return new Half(
          half.claim(),
          half.place(),
          half.published(),
          half.figure(),
          half.unit(),
          values,
          spread == null ? null : spread.mean(),
          spread == null ? null : Interval.of(spread),
          half.holds(),
          verdict.text(),
          half.remark());
    }

    String measuredText() {
      return ClaimResult.measuredText(unit, criterion, mean, interval);
    }
  }

  static ClaimResult of(Claim claim, ClaimRun run) {
    List<Double> measured = run.isOfAnotherFormula(claim) ? List.of() : run.measured();
    Spread spread = measured.isEmpty() ? null : Spread.of(measured);
    Control control = Control.of(claim.control(), run.control());
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
    Verdict verdict = judge(claim, run, spread, checks, control);
    return new ClaimResult(
        claim.number(),
        claim.paper(),
        claim.place(),
        claim.claim(),
        claim.published(),
        claim.figure(),
        claim.unit(),
        measured,
        spread == null ? null : spread.mean(),
        spread == null ? null : spread.deviation(),
        spread == null ? null : Interval.of(spread),
        checks,
        control,
        Half.of(claim.half(), run.half()),
        curve,
        deviations,
        claim.holds(),
        verdict.text(),
        verdict != Verdict.CANNOT_TELL,
        claim.cannot() != null ? claim.cannot() : why(claim, run),
        run.form(),
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

  private static Verdict judge(
      Claim claim, ClaimRun run, Spread spread, List<Check> checks, Control control) {
    if (claim.cannot() != null || !run.failure().isEmpty() || spread == null) {
      return Verdict.NOT_TRIED;
    }
    if (control != null && control.isMeasured() && !control.canTell()) {
      return Verdict.CANNOT_TELL;
    }
    Verdict ofFigure = claim.judge(spread);
    Verdict verdict = ofFigure == Verdict.HOLDS ? withChecks(checks) : ofFigure;
    return control != null && !control.isMeasured() ? verdict.atBestPartly() : verdict;
  }

  /** The verdict on a claim whose figure holds. */
  private static Verdict withChecks(List<Check> checks) {
    if (checks.stream().anyMatch(check -> check.is(Verdict.DOES_NOT_HOLD))) {
      return Verdict.PARTLY;
    }
    if (checks.stream().anyMatch(check -> check.is(Verdict.CANNOT_TELL))) {
      return Verdict.CANNOT_TELL;
    }
    return checks.stream().allMatch(Check::holds) ? Verdict.HOLDS : Verdict.PARTLY;
  }

  /** The measured figure with its interval, {@code 0.102 (0.099 to 0.105)}; a dash without one. */
  String measuredText() {
    return measuredText(unit, criterion, mean, interval);
  }

  private static String measuredText(
      String unit, String criterion, Double mean, Interval interval) {
    if (mean == null) {
      return "–";
    }
    String text = figureText(mean, interval, Bound.of(criterion));
    return "percent".equals(unit) ? text.replaceFirst("( |$)", " %$1") : text;
  }

  /** A point of the curve with its deviation. */
  String curveText(String label) {
    Double deviation = curveDeviations.get(label);
    return figureText(curve.get(label)) + (deviation == null ? "" : " ± " + figureText(deviation));
  }

  /** A figure with its interval, with enough digits to show whether it is within a bound. */
  private static String figureText(double mean, Interval interval, Bound bound) {
    String figure = figureText(mean, digits(mean, bound));
    return interval.low() == interval.high()
        ? figure
        : "%s (%s to %s)"
            .formatted(
                figure,
                figureText(interval.low(), digits(interval.low(), bound)),
                figureText(interval.high(), digits(interval.high(), bound)));
  }

  private static int digits(double value, Bound bound) {
    int digits = DIGITS;
    while (digits < MOST_DIGITS && bound.holds(rounded(value, digits)) != bound.holds(value)) {
      digits++;
    }
    return digits;
  }

  private static double rounded(double value, int digits) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(digits)).doubleValue()
        : value;
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
