package dev.atoll.app.compare;

import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A finished run, read from its folder.
 *
 * @param epochs the lines of its metrics
 */
public record FinishedRun(
    long seed, Path folder, String command, RunResult result, List<EpochLine> epochs) {
  static FinishedRun read(PlannedRun run, RunFolder folder) throws IOException {
    return new FinishedRun(
        run.seed(), folder.path(), run.command(), folder.readResult(), folder.readMetrics());
  }

  /** The name of the main score; empty where no node is scored. */
  public String scoreName() {
    return scores().keySet().stream().findFirst().orElse("");
  }

  /** The main score on the test nodes, or on the validation nodes if there are no test nodes. */
  public double score() {
    return scores().getOrDefault(scoreName(), Double.NaN);
  }

  /** Whether there are scores of both test and validation nodes. */
  boolean isTested() {
    return !result.test().isEmpty() && result.validation().containsKey(scoreName());
  }

  /** The main score on the validation nodes, by which weights and settings are chosen. */
  public double validationScore() {
    return result.validation().getOrDefault(scoreName(), Double.NaN);
  }

  private Map<String, Double> scores() {
    return result.test().isEmpty() ? result.validation() : result.test();
  }

  /** The main score on the validation nodes at an epoch; NaN without one. */
  public double validation(EpochLine epoch) {
    return epoch.validation() == null
        ? Double.NaN
        : epoch.validation().getOrDefault(scoreName(), Double.NaN);
  }

  /** The loss of the last epoch. */
  public double loss() {
    return result.loss().isEmpty() ? Double.NaN : result.loss().getLast();
  }

  /** Bytes held by each worker. */
  public List<Double> memory() {
    return numbers(result.memory().peakBytes());
  }

  /** Bytes per epoch from each worker to each, the sender first. */
  public List<List<Double>> traffic() {
    return result.trafficPerEpoch().stream().map(FinishedRun::numbers).toList();
  }

  private static List<Double> numbers(List<Long> values) {
    return values.stream().map(Long::doubleValue).toList();
  }
}
