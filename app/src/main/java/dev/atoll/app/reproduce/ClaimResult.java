package dev.atoll.app.reproduce;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.app.compare.Spread;
import dev.atoll.recipe.log.Units;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a claim's trial: one entry of {@code reproduce --json}.
 *
 * @param measured one figure per repetition
 * @param mean of them; null where nothing was measured
 * @param deviation of them
 * @param curve means by label; empty without a plot
 * @param why remark of the claim, or the error that ended the trial
 * @param command that measures it again
 * @param commands of Atoll that were run, in order
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
    Map<String, Double> curve,
    String criterion,
    String verdict,
    String why,
    String command,
    List<String> commands) {

  static ClaimResult measured(
      Claim claim,
      List<Double> figures,
      Map<String, Double> curve,
      String command,
      List<String> commands) {
    Spread spread = Spread.of(figures);
    return of(
        claim,
        figures,
        spread,
        curve,
        claim.verdict(spread.mean()),
        claim.remark(),
        command,
        commands);
  }

  static ClaimResult untried(Claim claim, String why, String command) {
    return of(claim, List.of(), null, Map.of(), Verdict.CANNOT_BE_TRIED, why, command, List.of());
  }

  private static ClaimResult of(
      Claim claim,
      List<Double> figures,
      Spread spread,
      Map<String, Double> curve,
      Verdict verdict,
      String why,
      String command,
      List<String> commands) {
    return new ClaimResult(
        claim.number(),
        claim.paper(),
        claim.place(),
        claim.claim(),
        claim.published(),
        claim.figure(),
        claim.unit(),
        figures,
        spread == null ? null : spread.mean(),
        spread == null ? null : spread.deviation(),
        curve,
        claim.holds(),
        verdict.text(),
        why,
        command,
        commands);
  }

  /** The measured figure with its deviation, {@code 0.102 ± 0.003}; a dash where there is none. */
  String measuredText() {
    if (mean == null) {
      return "–";
    }
    String suffix = "percent".equals(unit) ? " %" : "";
    return measured.size() == 1
        ? Units.number(mean) + suffix
        : Units.number(mean) + " ± " + Units.number(deviation) + suffix;
  }
}
