package dev.atoll.app.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunProgress;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the folder of a run says at one moment.
 *
 * @param name under which the dashboard knows it
 * @param stamp differs once anything in the folder has changed
 * @param begun when
 * @param settings by key
 * @param epochs the lines of its metrics
 * @param result missing while there is none
 * @param progress absent when it is finished
 */
record WatchedRun(
    String name,
    RunFolder folder,
    String stamp,
    Instant begun,
    Map<String, Setting> settings,
    List<JsonNode> epochs,
    JsonNode result,
    Optional<RunProgress> progress) {
  /** The first epochs warm the machine up and are left out of medians, as in the result. */
  private static final int WARM_UP = 3;

  /**
   * Reads a run.
   *
   * @param stamp of the folder, taken before: what changes meanwhile is read again
   */
  static WatchedRun read(String name, RunFolder folder, String stamp) throws IOException {
    boolean finished = folder.isFinished();
    return new WatchedRun(
        name,
        folder,
        stamp,
        folder.begun(),
        Setting.read(folder),
        folder.readMetrics(),
        finished ? Json.tree(folder.readResult()) : MissingNode.getInstance(),
        finished ? Optional.empty() : folder.readProgress());
  }

  /** A run whose files are not what they should be, with the reason. */
  static WatchedRun unreadable(String name, RunFolder folder, String stamp, String why) {
    JsonNode facts = Json.tree(Map.of("ended", "", "failure", "Its folder cannot be read: " + why));
    return new WatchedRun(
        name,
        folder,
        stamp,
        Instant.EPOCH,
        Map.of(),
        List.of(),
        MissingNode.getInstance(),
        Optional.of(new RunProgress(facts, Instant.EPOCH)));
  }

  RunStatus state() {
    if (!result.isMissingNode()) {
      return RunStatus.FINISHED;
    }
    return progress.filter(RunProgress::isAlive).isPresent() ? RunStatus.LIVE : RunStatus.STOPPED;
  }

  String setting(String key) {
    return settings.containsKey(key) ? settings.get(key).value() : "";
  }

  int workers() {
    return setting("workers").isEmpty() ? 1 : Integer.parseInt(setting("workers"));
  }

  /** The name of the score that counts; empty where no node is scored. */
  String scoreName() {
    return scored()
        .flatMap(line -> Stream.of(line.path("test"), line.path("validation")))
        .flatMap(JsonNode::propertyStream)
        .findFirst()
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private Stream<JsonNode> scored() {
    return Stream.concat(Stream.of(result), epochs.stream());
  }

  /**
   * The score that counts on some nodes: in the end that of the best weights, until then the last.
   *
   * @param nodes {@code "train"}, {@code "validation"} or {@code "test"}
   */
  double score(String nodes) {
    return Stream.concat(Stream.of(result), epochs.reversed().stream())
        .map(line -> line.path(nodes).path(scoreName()))
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::asDouble)
        .findFirst()
        .orElse(Double.NaN);
  }

  double lastLoss() {
    return epochs.isEmpty() ? Double.NaN : epochs.getLast().path("loss").asDouble();
  }

  /** Epochs that the run will have at most. */
  int plannedEpochs() {
    return progress
        .map(said -> said.facts().path("epochs").asInt())
        .filter(planned -> planned > 0)
        .orElseGet(() -> setting("epochs").isEmpty() ? 0 : Integer.parseInt(setting("epochs")));
  }

  /** A figure by epoch; lines without it are left out. */
  Map<Integer, Double> course(Function<JsonNode, JsonNode> figure) {
    Map<Integer, Double> course = new LinkedHashMap<>();
    for (JsonNode line : epochs) {
      JsonNode value = figure.apply(line);
      if (value.isNumber() && Double.isFinite(value.asDouble())) {
        course.put(line.path("epoch").asInt(), value.asDouble());
      }
    }
    return course;
  }

  /** Median over epochs, the first ones left out; NaN where there is nothing yet. */
  double median(String pointer) {
    double[] sorted =
        epochs.stream()
            .skip(epochs.size() > 2 * WARM_UP ? WARM_UP : 0)
            .map(line -> line.at(pointer))
            .filter(JsonNode::isNumber)
            .mapToDouble(JsonNode::asDouble)
            .sorted()
            .toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Whether any epoch has such a figure above 0. */
  boolean has(String pointer) {
    return epochs.stream().anyMatch(line -> line.at(pointer).asDouble() > 0);
  }

  /** Cores in use while training, in the mean over all epochs. */
  double cpuUse() {
    return sum("cpuSeconds") / sum("seconds");
  }

  private double sum(String figure) {
    return epochs.stream().mapToDouble(line -> line.path(figure).asDouble()).sum();
  }

  /** The most bytes that each worker held; empty until the run is finished. */
  List<Double> memory() {
    return numbers(result.at("/memory/peakBytes"));
  }

  /** Bytes per epoch from each worker to each; empty until the run is finished. */
  List<List<Double>> traffic() {
    return result.path("trafficPerEpoch").valueStream().map(WatchedRun::numbers).toList();
  }

  private static List<Double> numbers(JsonNode list) {
    return list.valueStream().map(JsonNode::asDouble).toList();
  }

  /** Such as {@code "sage on cora"}. */
  String subject() {
    return settings.isEmpty() ? "" : setting("model") + " on " + last(setting("data"));
  }

  private static String last(String path) {
    return Arrays.asList(path.split("/")).getLast();
  }
}
