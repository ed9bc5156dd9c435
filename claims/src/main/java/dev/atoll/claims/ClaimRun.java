package dev.atoll.claims;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.recipe.result.Provenance;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The measurements of a claim: the stored part of a result, without text and verdict, which follow
 * from the claim.
 *
 * @param claim its number
 * @param quick whether the small form was measured
 * @param settings values of the placeholders in the commands
 * @param machine the machine that measured it
 * @param measured one figure per repetition; empty if a command failed or only counts were
 *     requested
 * @param checks one value per repetition, by their meaning
 * @param curve one value per repetition, by label
 * @param control one value per repetition; empty if the control was not measured
 * @param half one value per repetition of the second half of a claim that has two
 * @param form the criterion, baseline and build; null for results of before they were kept
 * @param failure the error that ended the trial; empty where there was none
 * @param commands of Atoll that were run, in order
 */
record ClaimRun(
    int claim,
    boolean quick,
    Map<String, String> settings,
    String machine,
    List<Double> measured,
    Map<String, List<Double>> checks,
    Map<String, List<Double>> curve,
    List<Double> control,
    List<Double> half,
    @JsonInclude(Include.NON_NULL) MeasuredForm form,
    String failure,
    List<String> commands) {
  ClaimRun {
    settings = Objects.requireNonNullElse(settings, Map.of());
    machine = Objects.requireNonNullElse(machine, "");
    measured = Objects.requireNonNullElse(measured, List.of());
    checks = Objects.requireNonNullElse(checks, Map.of());
    curve = Objects.requireNonNullElse(curve, Map.of());
    control = Objects.requireNonNullElse(control, List.of());
    half = Objects.requireNonNullElse(half, List.of());
    failure = Objects.requireNonNullElse(failure, "");
    commands = Objects.requireNonNullElse(commands, List.of());
  }

  /** A run without figures, because of an error. */
  static ClaimRun failed(int claim, boolean quick, String failure, List<String> commands) {
    return new ClaimRun(
        claim,
        quick,
        Map.of(),
        thisMachine(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        null,
        failure,
        commands);
  }

  /** An empty run, for a claim that was not measured. */
  static ClaimRun none(int claim) {
    return new ClaimRun(
        claim, false, Map.of(), "", List.of(), Map.of(), Map.of(), List.of(), List.of(), null, "",
        List.of());
  }

  /** Whether the figures are of a formula that the claim no longer has. */
  boolean isOfAnotherFormula(Claim now) {
    return form != null && !form.measures(MeasuredForm.of(now, quick));
  }

  boolean isEmpty() {
    return commands.isEmpty() && failure.isEmpty();
  }

  boolean onGpu() {
    return commands.stream().anyMatch(line -> line.contains(" --device cuda"));
  }

  /** The command that repeats the measurement. */
  String command() {
    return "atoll reproduce --claim "
        + claim
        + (onGpu() ? " --device cuda" : "")
        + (quick ? " --quick" : "");
  }

  static String thisMachine() {
    Provenance here = Provenance.of("");
    return "%s, %d cores, %s, Java %s"
        .formatted(here.cpu(), here.cores(), here.os(), Runtime.version().feature());
  }
}
