package dev.atoll.recipe.run;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.evaluate.Evaluation;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainingResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of a run under the names that {@code --json} promises; names are added, never
 * changed.
 */
public final class TrainReport {
  private TrainReport() {}

  /** A line of {@code metrics.jsonl}; epochs count from 1. */
  public static Map<String, Object> epoch(EpochFinished epoch) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("epoch", epoch.epoch() + 1);
    line.put("loss", epoch.loss());
    line.put("seconds", epoch.cost().seconds());
    line.put("cpuSeconds", epoch.cost().cpuSeconds());
    line.put("phases", phases(phase -> epoch.cost().phases().get(phase)));
    line.put("bytes", bytes(purpose -> epoch.cost().bytes().get(purpose).doubleValue()));
    line.put("rounds", epoch.cost().rounds());
    line.put("reads", reads(figure -> figure.applyAsDouble(epoch.cost())));
    line.put(
        "broadcasts",
        ordered(
            "sent", epoch.cost().broadcastsSent(), "skipped", epoch.cost().broadcastsSkipped()));
    epoch.evaluation().ifPresent(evaluation -> line.putAll(scores(evaluation)));
    return line;
  }

  public static Map<String, Object> scores(Evaluation evaluation) {
    Map<String, Object> scores = new LinkedHashMap<>();
    scores.put("test", evaluation.test().byName());
    scores.put("validation", evaluation.validation().byName());
    scores.put("train", evaluation.train().byName());
    return scores;
  }

  /**
   * The whole result.
   *
   * @param seconds of the whole run, from cutting the graph on
   * @param backend how the backend describes itself
   */
  public static Map<String, Object> of(
      Settings settings,
      Dataset dataset,
      Started started,
      TrainingResult result,
      double seconds,
      String backend) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("dataset", dataset.name());
    report.put("recipe", settings.text(Keys.RECIPE));
    report.put("preset", settings.text(Keys.PRESET));
    report.put("model", settings.text(Keys.MODEL));
    report.put("workers", settings.get(Keys.WORKERS));
    report.put("engine", settings.text(Keys.ENGINE));
    report.put("device", settings.text(Keys.DEVICE));
    report.put("seed", settings.get(Keys.SEED));
    report.put("epochs", result.epochs().size());
    report.put("settings", settings.asMap());
    report.putAll(scores(result.evaluation()));
    report.put("bestEpoch", result.bestEpoch() + 1);
    report.put("loss", result.epochs().stream().map(EpochFinished::loss).toList());
    report.put("perEpoch", perEpoch(started, result));
    report.put("bytesPerEpoch", bytes(purpose -> result.mean(cost -> cost.bytes().get(purpose))));
    report.put("trafficPerEpoch", traffic(result));
    report.put("rounds", result.median(EpochCost::rounds));
    report.put("broadcasts", broadcasts(result));
    report.put("cpuUse", result.cpuUse());
    report.put("reads", reads(result::median));
    report.put("parameters", started.parameterCount());
    report.put(
        "memory",
        ordered(
            "peakBytes",
            result.heldBytes(),
            "cacheBytes",
            result.cacheBytes(),
            "neededBytes",
            result.neededBytes()));
    report.put("weightsSha256", result.weightsSha256());
    report.put("seconds", seconds);
    report.put("provenance", Provenance.of(backend));
    return report;
  }

  private static Map<String, Object> perEpoch(Started started, TrainingResult result) {
    double seconds = result.medianSeconds();
    Map<String, Object> perEpoch =
        ordered("seconds", seconds, "cpuSeconds", result.medianCpuSeconds());
    perEpoch.putAll(phases(phase -> result.median(cost -> cost.phases().get(phase))));
    perEpoch.put("seedsPerSecond", started.trainNodes() / seconds);
    return perEpoch;
  }

  private static Map<String, Object> phases(ToDoubleFunction<Phase> of) {
    Map<String, Object> phases = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      phases.put(phase.label(), of.applyAsDouble(phase));
    }
    return phases;
  }

  private static Map<String, Object> bytes(ToDoubleFunction<Purpose> of) {
    Map<String, Object> bytes = new LinkedHashMap<>();
    long total = 0;
    for (Purpose purpose : Purpose.values()) {
      long sent = (long) of.applyAsDouble(purpose);
      bytes.put(purpose.label(), sent);
      total += sent;
    }
    bytes.put("total", total);
    return bytes;
  }

  /** Of the whole run. */
  private static Map<String, Object> broadcasts(TrainingResult result) {
    return ordered(
        "sent",
        result.epochs().stream().mapToLong(epoch -> epoch.cost().broadcastsSent()).sum(),
        "skipped",
        result.epochs().stream().mapToLong(epoch -> epoch.cost().broadcastsSkipped()).sum());
  }

  /** Bytes from each worker to each, the sender first. */
  private static List<List<Long>> traffic(TrainingResult result) {
    int workers = result.heldBytes().size();
    return IntStream.range(0, workers)
        .mapToObj(from -> IntStream.range(0, workers).mapToObj(to -> sent(result, from, to)))
        .map(Stream::toList)
        .toList();
  }

  private static long sent(TrainingResult result, int from, int to) {
    return (long) result.mean(cost -> cost.traffic().get(from).get(to));
  }

  private static Map<String, Object> reads(ToDoubleFunction<ToDoubleFunction<EpochCost>> of) {
    return ordered(
        "local",
        (long) of.applyAsDouble(EpochCost::localReads),
        "peer",
        (long) of.applyAsDouble(EpochCost::peerReads),
        "host",
        (long) of.applyAsDouble(EpochCost::hostReads));
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
