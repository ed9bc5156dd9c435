package dev.atoll.app.watch;

import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.ProgressFacts;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunProgress;
import dev.atoll.recipe.run.RunResult;
import dev.atoll.recipe.run.ScoredNodes;
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
 * @param epochs the lines of its metrics; a sample of them where they are many
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

  /** The main score on some nodes: of the result, until then of the last evaluation. */
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

  /** Epochs that are done. */
  public int doneEpochs() {
    return epochs.isEmpty() ? 0 : epochs.getLast().epoch();
  }

  public double lastLoss() {
    return epochs.isEmpty() ? Double.NaN : epochs.getLast().loss();
  }

  /** The largest number of epochs that the run can have. */
  public int plannedEpochs() {
    return progress
        .map(RunProgress::facts)
        .map(ProgressFacts::epochs)
        .orElseGet(() -> setting("epochs").isEmpty() ? 0 : Integer.parseInt(setting("epochs")));
  }

  /** A figure by epoch; lines without a finite one are left out. */
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

  /** Median over epochs, as in the result; NaN before the first epoch. */
  public double median(ToDoubleFunction<EpochLine> figure) {
    return MeasuredEpochs.median(MeasuredEpochs.of(epochs).stream().mapToDouble(figure));
  }

  /** Whether a figure is above 0 in any epoch. */
  public boolean has(ToDoubleFunction<EpochLine> figure) {
    return epochs.stream().anyMatch(line -> figure.applyAsDouble(line) > 0);
  }

  /** Cores in use while training, in the mean over all epochs. */
  public double cpuUse() {
    return sum(EpochLine::cpuSeconds) / sum(EpochLine::seconds);
  }

  private double sum(ToDoubleFunction<EpochLine> figure) {
    return epochs.stream().mapToDouble(figure).sum();
  }

  /** The most bytes that each worker held; empty until the run is finished. */
  public List<Double> memory() {
    return result.map(found -> numbers(found.memory().peakBytes())).orElse(List.of());
  }

  /** Bytes per epoch from each worker to each; empty until the run is finished. */
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
