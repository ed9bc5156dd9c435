package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.Phase;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The predicted cost of a recipe.
 *
 * @param label the recipe, with settings of its own
 * @param seconds of an epoch
 * @param cpuSeconds of all threads of all workers in it
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 * @param bytes that cross between workers in an epoch, by purpose
 * @param peakBytes held for the job, on the worker that takes most: what a run reports as its
 *     memory
 * @param hostBytes beside those: rows of the own nodes
 * @param deviceBytes of {@code peakBytes}, those in the memory of a GPU
 * @param problem why it cannot run on these machines; empty when it can
 * @param note on what the prediction rests; empty where all of an epoch was rehearsed
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
    String note) {

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

  /** For programs. */
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
    Map<String, Object> byPhase = new LinkedHashMap<>();
    phases.forEach((phase, spent) -> byPhase.put(name(phase), spent));
    json.put("phases", byPhase);
    json.put("dominant", dominant());
    json.put("fits", fits());
    if (!fits()) {
      json.put("reason", problem);
    }
    if (!note.isEmpty()) {
      json.put("note", note);
    }
    return json;
  }
}
