package dev.atoll.app.compare;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The runs of a comparison, each checked before the first one begins.
 *
 * @param runs by contender, in the order of the table
 * @param leftOut contenders that cannot run on their number of workers, and why
 */
public record ComparisonPlan(
    Comparison comparison, Map<Contender, List<PlannedRun>> runs, Map<Contender, String> leftOut) {

  /**
   * Checks every combination. A valid recipe that does not support this number of workers is left
   * out; any other error refuses the comparison.
   */
  public static ComparisonPlan of(Comparison comparison) {
    Map<Contender, List<PlannedRun>> runs = new LinkedHashMap<>();
    Map<Contender, String> leftOut = new LinkedHashMap<>();
    for (Contender contender : comparison.contenders()) {
      try {
        runs.put(contender, runsOf(comparison, contender, runs.size() + 1));
      } catch (SettingsException e) {
        contender.workers().ifPresent(count -> Settings.of(List.of(count)));
        runsOf(comparison, contender.withOwnWorkers(), 0);
        leftOut.put(contender, e.getMessage());
      }
    }
    if (runs.isEmpty()) {
      throw new SettingsException(leftOut.values().iterator().next());
    }
    var plan = new ComparisonPlan(comparison, runs, leftOut);
    plan.refuseUnused();
    return plan;
  }

  /** Refuses settings that have an effect on none of the runs. */
  private void refuseUnused() {
    Map<Key<?>, String> unused = null;
    for (PlannedRun run : allRuns()) {
      Map<Key<?>, String> ofRun = UnusedSettings.of(run.job().settings());
      if (unused == null) {
        unused = ofRun;
      } else {
        unused.keySet().retainAll(ofRun.keySet());
      }
    }
    UnusedSettings.refuse(unused);
  }

  private static List<PlannedRun> runsOf(Comparison comparison, Contender contender, int row) {
    List<PlannedRun> runs = new ArrayList<>();
    for (long seed : comparison.seeds()) {
      List<Assignment> assignments = contender.assignments(comparison.shared(), seed);
      TrainingRun job = TrainingRun.of(contender.settings(comparison.shared(), seed));
      runs.add(
          new PlannedRun(
              contender,
              seed,
              job,
              name(contender, job, row, seed),
              TrainText.of(used(assignments, job.settings()))));
    }
    return runs;
  }

  /**
   * The assignments that the contender reads; those of other contenders would be refused by {@code
   * train}.
   */
  private static List<Assignment> used(List<Assignment> assignments, Settings settings) {
    List<String> unused =
        UnusedSettings.of(settings).keySet().stream().<String>map(Key::name).toList();
    return assignments.stream().filter(line -> !unused.contains(line.key())).toList();
  }

  /**
   * The folder of a run, such as {@code 2-bns-gcn-exchange.rate=0.1-4w-seed0}, or {@code
   * 2-cora-bns-gcn-4w-seed0}.
   */
  private static String name(Contender contender, TrainingRun job, int row, long seed) {
    String data = contender.data().map(line -> Contender.name(line.text()) + "-").orElse("");
    String label = (data + contender.label()).replaceAll("[^A-Za-z0-9.,=_-]", "-");
    return "%d-%s-%dw-seed%d".formatted(row, label, job.settings().integer(Keys.WORKERS), seed);
  }

  /** The runs, seed by seed: every contender's first, then every contender's second. */
  List<PlannedRun> inTurns() {
    return IntStream.range(0, comparison.seeds().size())
        .boxed()
        .flatMap(turn -> runs.values().stream().map(own -> own.get(turn)))
        .toList();
  }

  /** The preset that applies to each contender; {@code none} where none does. */
  public Map<String, List<Contender>> byPreset() {
    Map<String, List<Contender>> byPreset = new LinkedHashMap<>();
    runs.forEach(
        (contender, own) ->
            byPreset
                .computeIfAbsent(
                    own.getFirst().job().settings().get(Keys.PRESET), _ -> new ArrayList<>())
                .add(contender));
    return byPreset;
  }

  public List<PlannedRun> allRuns() {
    return runs.values().stream().flatMap(List::stream).toList();
  }

  /** The largest number of epochs of all runs together. */
  long epochs() {
    return allRuns().stream().mapToLong(run -> run.job().settings().get(Keys.EPOCHS)).sum();
  }
}
