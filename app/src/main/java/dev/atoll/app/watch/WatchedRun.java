package dev.atoll.app.watch;

import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.ProgressFacts;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunProgress;
import dev.atoll.train.cost.MeasuredEpochs;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The state of a run at one moment, read from its folder.
 *
 * @param name in the dashboard
 * @param stamp changes with the files of the folder
 * @param begun start of the run
 * @param settings by key
 * @param epochs the lines of its metrics; a sample for long runs
 * @param totals sums over all epochs
 * @param result absent until the run is finished
 * @param progress absent when it is finished
 */
public record WatchedRun(
    String name,
    RunFolder folder,
    String stamp,
    Instant begun,
    Map<String, Setting> settings,
    List<EpochLine> epochs,
    Totals totals,
    Optional<RunResult> result,
    Optional<RunProgress> progress) {
  /** Seconds of training and bytes between workers. */
  public record Totals(double seconds, double bytes) {}

  /** Reads a run as it is now. */
  public static WatchedRun read(String name, RunFolder folder) throws IOException {
    RunFiles.check(folder.path());
    return read(name, folder, folder.stamp(), new MetricsLog(folder.metrics()));
  }

  /**
   * Reads a run.
   *
   * @param stamp of the folder, taken before: later changes are read again
   */
  static WatchedRun read(String name, RunFolder folder, String stamp, MetricsLog log)
      throws IOException {
    boolean finished = folder.isFinished();
    MetricsLog.Epochs epochs = log.read();
    return new WatchedRun(
        name,
        folder,
        stamp,
        folder.begun(),
        Setting.read(folder),
        epochs.lines(),
        new Totals(epochs.seconds(), epochs.bytes()),
        finished ? Optional.of(folder.readResult()) : Optional.empty(),
        finished ? Optional.empty() : folder.readProgress());
  }

  /** A run whose files cannot be read, with the reason. */
  static WatchedRun unreadable(String name, RunFolder folder, String stamp, String why) {
    return new WatchedRun(
        name,
        folder,
        stamp,
        Instant.EPOCH,
        Map.of(),
        List.of(),
        new Totals(0, 0),
        Optional.empty(),
        Optional.of(
            new RunProgress(
                ProgressFacts.failed("Its folder cannot be read: " + why), Instant.EPOCH)));
  }

  public RunStatus state() {
    if (result.isPresent()) {
      return RunStatus.FINISHED;
    }
    return progress.filter(RunProgress::isAlive).isPresent() ? RunStatus.LIVE : RunStatus.STOPPED;
  }

  public String setting(String key) {
    return settings.containsKey(key) ? settings.get(key).value() : "";
  }

  public int workers() {
    return setting("workers").isEmpty() ? 1 : Integer.parseInt(setting("workers"));
  }

  /** The name of the main score; empty where no node is scored. */
  public String scoreName() {
    return Stream.of(ScoredNodes.TEST, ScoredNodes.VALIDATION)
        .flatMap(nodes -> Stream.concat(ofResult(nodes), ofEpochs(nodes, epochs)))
        .flatMap(scores -> scores.keySet().stream())
        .findFirst()
        .orElse("");
  }

  /** The main score on some nodes: of the result, or of the last evaluation until there is one. */
  public double score(ScoredNodes nodes) {
    return Stream.concat(ofResult(nodes), ofEpochs(nodes, epochs.reversed()))
        .map(scores -> scores.get(scoreName()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(Double.NaN);
  }

  private Stream<Map<String, Double>> ofResult(ScoredNodes nodes) {
    return result.stream().map(found -> found.scores(nodes));
  }

  private static Stream<Map<String, Double>> ofEpochs(ScoredNodes nodes, List<EpochLine> lines) {
    return lines.stream().map(line -> line.scores(nodes));
  }

  /** The number of finished epochs. */
  public int doneEpochs() {
    return epochs.isEmpty() ? 0 : epochs.getLast().epoch();
  }

  public double lastLoss() {
    return epochs.isEmpty() ? Double.NaN : epochs.getLast().loss();
  }

  /** The largest number of epochs of the run. */
  public int plannedEpochs() {
    return progress
        .map(RunProgress::facts)
        .map(facts -> facts.start().epochs())
        .orElseGet(() -> setting("epochs").isEmpty() ? 0 : Integer.parseInt(setting("epochs")));
  }

  /** A figure by epoch; epochs without a finite value are left out. */
  public Map<Integer, Double> history(ToDoubleFunction<EpochLine> figure) {
    Map<Integer, Double> history = new LinkedHashMap<>();
    for (EpochLine line : epochs) {
      double value = figure.applyAsDouble(line);
      if (Double.isFinite(value)) {
        history.put(line.epoch(), value);
      }
    }
    return history;
  }

  /**
   * The mean over epochs after the warm-up: of the result, or of the epochs so far until there is
   * one; NaN before the first epoch.
   */
  public double mean(ToDoubleFunction<EpochLine> soFar, ToDoubleFunction<RunResult> atEnd) {
    return result.isPresent() ? atEnd.applyAsDouble(result.get()) : mean(soFar);
  }

  /** The mean over epochs after the warm-up; NaN before the first epoch. */
  public double mean(ToDoubleFunction<EpochLine> figure) {
    return MeasuredEpochs.of(epochs).stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  /** Mean seconds of an epoch's training. */
  public double secondsPerEpoch() {
    return mean(EpochLine::seconds, RunResult::secondsPerEpoch);
  }

  /** Mean bytes that an epoch sends between workers. */
  public double bytesPerEpoch() {
    return mean(EpochLine::totalBytes, RunResult::totalBytesPerEpoch);
  }

  /** Whether a figure is above 0 in any epoch. */
  public boolean has(ToDoubleFunction<EpochLine> figure) {
    return epochs.stream().anyMatch(line -> figure.applyAsDouble(line) > 0);
  }

  /** Mean number of cores in use while training, over all epochs. */
  public double cpuUse() {
    return sum(EpochLine::cpuSeconds) / sum(EpochLine::seconds);
  }

  private double sum(ToDoubleFunction<EpochLine> figure) {
    return epochs.stream().mapToDouble(figure).sum();
  }

  /** Peak bytes of each worker; empty until the run has finished. */
  public List<Double> memory() {
    return result.map(found -> numbers(found.memory().peakBytes())).orElse(List.of());
  }

  /** Bytes per epoch from each worker to each; empty until the run has finished. */
  public List<List<Double>> traffic() {
    return result.stream()
        .flatMap(found -> found.trafficPerEpoch().stream())
        .map(WatchedRun::numbers)
        .toList();
  }

  private static List<Double> numbers(List<Long> values) {
    return values.stream().map(Long::doubleValue).toList();
  }

  /** The title, such as {@code "sage on cora"}. */
  public String subject() {
    return settings.isEmpty() ? "" : setting("model") + " on " + last(setting("data"));
  }

  private static String last(String path) {
    return Arrays.asList(path.split("/")).getLast();
  }
}
