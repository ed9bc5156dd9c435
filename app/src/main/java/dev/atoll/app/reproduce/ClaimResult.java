package dev.atoll.app.reproduce;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.app.compare.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The outcome of a claim's trial: one entry of {@code reproduce --json}.
 *
 * @param measured one figure per repetition
 * @param mean of them; null where nothing was measured
 * @param deviation of them
 * @param checks the further conditions
 * @param curve means by label; empty without a plot
 * @param why remark of the claim, or the error that ended the trial
 * @param settings values of the placeholders in the commands
 * @param machine where it was measured
 * @param command that measures it again
 * @param commands of Atoll that were run, in order
 * @param run what the commands gave
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
    String criterion,
    String verdict,
    String why,
    boolean quick,
    Map<String, String> settings,
    String machine,
    String command,
    List<String> commands,
    @JsonIgnore ClaimRun run) {

  /**
   * A further condition and what was found.
   *
   * @param value null where it was not measured
   */
  public record Check(
      String what, String criterion, @JsonInclude(Include.NON_NULL) Double value, boolean holds) {
    private static Check of(ClaimCheck check, Double value) {
      return new Check(check.what(), check.holds(), value, value != null && check.holds(value));
    }

    String valueText() {
      return value == null ? "not measured" : figureText(value);
    }
  }

  static ClaimResult of(Claim claim, ClaimRun run) {
    Spread spread = run.measured().isEmpty() ? null : Spread.of(run.measured());
    List<Check> checks =
        claim.checks().stream()
            .map(check -> Check.of(check, run.checks().get(check.what())))
            .toList();
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
        run.curve(),
        claim.holds(),
        verdict(claim, run, spread, checks).text(),
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

  private static Verdict verdict(Claim claim, ClaimRun run, Spread spread, List<Check> checks) {
    if (claim.cannot() != null || !run.failure().isEmpty()) {
      return Verdict.CANNOT_BE_TRIED;
    }
    if (spread == null) {
      return Verdict.NOT_MEASURED;
    }
    Verdict ofFigure = claim.verdict(spread.mean());
    return ofFigure == Verdict.HOLDS && !checks.stream().allMatch(Check::holds)
        ? Verdict.PARTLY
        : ofFigure;
  }

  /** The measured figure with its deviation, {@code 0.102 ± 0.003}; a dash where there is none. */
  String measuredText() {
    if (mean == null) {
      return "–";
    }
    String suffix = "percent".equals(unit) ? " %" : "";
    return measured.size() == 1
        ? figureText(mean) + suffix
        : figureText(mean) + " ± " + figureText(deviation) + suffix;
  }

  /** Three figures at least: {@code 0.0978}, {@code 81.2}, {@code 110,234}. */
  static String figureText(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    if (Math.abs(value) >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (Math.abs(value) < 0.0005) {
      return value == 0 ? "0" : String.format(Locale.ROOT, "%.1e", value);
    }
    return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
