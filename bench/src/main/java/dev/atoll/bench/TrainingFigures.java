package dev.atoll.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.schedule.Launch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The mean cost of an epoch of a run.
 *
 * @param name of the run in tables
 * @param threads of each worker
 * @param cpuSeconds of all workers
 * @param bytes between workers
 * @param seeds training nodes of all workers
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 * @param handOvers stages of a batch that changed threads, in the mean, if the schedule counts them
 */
public record TrainingFigures(
    String name,
    int workers,
    int threads,
    double seconds,
    double cpuSeconds,
    double bytes,
    long seeds,
    Map<Phase, Double> phases,
    OptionalDouble handOvers) {
  /** Trains a recipe on a number of workers. */
  static TrainingFigures of(
      String name, Session session, Recipe recipe, int workers, int threads, long seeds)
      throws IOException {
    Recipe whole = recipe.with("workers", workers).with("threads", threads);
    List<Launch> launches = new ArrayList<>();
    TrainingResult result =
        session
            .train(
                whole,
                event -> {
                  if (event instanceof TrainEvent.BatchesLaunched batches) {
                    batches.byWorker().forEach(launches::addAll);
                  }
                })
            .training();
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
        phases,
        launches.stream().mapToLong(Launch::handOvers).average());
  }

  /** A copy under another name. */
  TrainingFigures named(String other) {
    return new TrainingFigures(
        other, workers, threads, seconds, cpuSeconds, bytes, seeds, phases, handOvers);
  }

  /** Cores in use. */
  double cores() {
    return cpuSeconds / seconds;
  }

  double seedsPerSecond() {
    return seeds / seconds;
  }

  /** Seconds of an epoch spent waiting for batches. */
  double waiting() {
    return Math.max(0, seconds - phases.get(Phase.COMPUTE) - phases.get(Phase.REDUCE));
  }

  /**
   * The figures in the output of {@code bench --json}.
   *
   * @param phases seconds by phase
   * @param handOvers null if the schedule does not count them
   */
  public record Result(
      String name,
      int workers,
      int threads,
      double seconds,
      double cpuSeconds,
      double bytes,
      double cores,
      double seedsPerSecond,
      double waiting,
      @JsonAnyGetter Map<String, Double> phases,
      @JsonInclude(Include.NON_NULL) Double handOvers) {}

  Result result() {
    Map<String, Double> byPhase = new LinkedHashMap<>();
    phases.forEach((phase, value) -> byPhase.put(phase.name().toLowerCase(Locale.ROOT), value));
    return new Result(
        name,
        workers,
        threads,
        seconds,
        cpuSeconds,
        bytes,
        cores(),
        seedsPerSecond(),
        waiting(),
        byPhase,
        handOvers.isPresent() ? Double.valueOf(handOvers.getAsDouble()) : null);
  }
}
