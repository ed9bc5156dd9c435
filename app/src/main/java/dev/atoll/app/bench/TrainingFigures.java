package dev.atoll.app.bench;

import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.event.TrainingResult;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The cost of an epoch of a run, in the mean over epochs.
 *
 * @param name of the run in tables
 * @param threads of each worker
 * @param cpuSeconds of all workers
 * @param bytes between workers
 * @param seeds training nodes of all workers
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 */
public record TrainingFigures(
    String name,
    int workers,
    int threads,
    double seconds,
    double cpuSeconds,
    double bytes,
    long seeds,
    Map<Phase, Double> phases) {
  /** Trains a recipe on a number of workers. */
  static TrainingFigures of(
      String name, Session session, Recipe recipe, int workers, int threads, long seeds)
      throws IOException {
    Recipe whole = recipe.with("workers", workers).with("threads", threads);
    TrainingResult result = session.train(whole, _ -> {}).training();
    Map<Phase, Double> phases = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      phases.put(phase, result.mean(cost -> cost.phases().getOrDefault(phase, 0.0)));
    }
    return new TrainingFigures(
        name,
        workers,
        threads,
        result.mean(EpochCost::seconds),
        result.mean(EpochCost::cpuSeconds),
        result.mean(EpochCost::totalBytes),
        seeds,
        phases);
  }

  /** Cores in use. */
  double cores() {
    return cpuSeconds / seconds;
  }

  double seedsPerSecond() {
    return seeds / seconds;
  }

  /** Seconds of an epoch in which no batch was computed: it was waited for. */
  double waiting() {
    return Math.max(0, seconds - phases.get(Phase.COMPUTE) - phases.get(Phase.REDUCE));
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("workers", workers);
    json.put("threads", threads);
    json.put("seconds", seconds);
    json.put("cpuSeconds", cpuSeconds);
    json.put("bytes", bytes);
    json.put("cores", cores());
    json.put("seedsPerSecond", seedsPerSecond());
    json.put("waiting", waiting());
    phases.forEach((phase, value) -> json.put(phase.name().toLowerCase(Locale.ROOT), value));
    return json;
  }

  static String text(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
