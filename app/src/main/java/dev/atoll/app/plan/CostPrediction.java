package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.Phase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The predicted cost of a recipe.
 *
 * @param label the recipe, with settings of its own
 * @param seconds of an epoch
 * @param cpuSeconds of all threads of all workers in it
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 * @param bytes that cross between workers in an epoch, by purpose
 * @param peakBytes held for the job by the worker that takes most; a run reports it as its memory
 * @param hostBytes in addition: rows of the own nodes, memory pinned for a GPU
 * @param deviceBytes the share of {@code peakBytes} in the memory of a GPU
 * @param problem why it cannot run on these machines; empty when it can
 * @param note the basis of the prediction; empty if a whole epoch was rehearsed
 * @param rehearsed the workers that stand for all; empty if all were rehearsed
 */
public record CostPrediction(
    String label,
    Settings settings,
    int workers,
    double steps,
    double seconds,
    double cpuSeconds,
    Map<Phase, Double> phases,
    Map<Purpose, Long> bytes,
    long peakBytes,
    long hostBytes,
    long deviceBytes,
    String problem,
    String note,
    List<RehearsedWorker> rehearsed) {

  public boolean fits() {
    return problem.isEmpty();
  }

  public long totalBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The phase that takes longest. */
  public String dominant() {
    return phases.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(entry -> name(entry.getKey()))
        .orElse("");
  }

  static String name(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  static Map<String, Double> json(Map<Phase, Double> phases) {
    Map<String, Double> json = new LinkedHashMap<>();
    phases.forEach((phase, spent) -> json.put(name(phase), spent));
    return json;
  }

  /** The prediction on one line. */
  String line() {
    String cost =
        "%s, %s an epoch; %s of memory"
            .formatted(
                Units.seconds(seconds),
                Units.bytes(totalBytes()),
                Units.bytes(peakBytes + hostBytes));
    return "%s on %d worker%s: ".formatted(label, workers, workers == 1 ? "" : "s")
        + Stream.of(steps == 0 ? "" : cost, fits() ? "" : "does not fit: " + problem)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
  }

  /** The prediction as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("recipe", label);
    json.put("workers", workers);
    json.put("secondsPerEpoch", seconds);
    json.put("cpuSecondsPerEpoch", cpuSeconds);
    json.put("stepsPerEpoch", Math.round(steps));
    json.put("bytesPerEpoch", totalBytes());
    Map<String, Object> byPurpose = new LinkedHashMap<>();
    bytes.forEach((purpose, count) -> byPurpose.put(purpose.label(), count));
    json.put("bytes", byPurpose);
    json.put("peakBytesPerWorker", peakBytes);
    json.put("hostBytesPerWorker", hostBytes);
    if (deviceBytes > 0) {
      json.put("deviceBytesPerWorker", deviceBytes);
    }
    json.put("phases", json(phases));
    json.put("dominant", dominant());
    json.put("fits", fits());
    if (!fits()) {
      json.put("reason", problem);
    }
    if (!note.isEmpty()) {
      json.put("note", note);
    }
    if (!rehearsed.isEmpty()) {
      json.put("rehearsed", rehearsed.stream().map(RehearsedWorker::json).toList());
    }
    return json;
  }
}
