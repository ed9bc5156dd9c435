package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measured cost of an epoch, in the terms of a {@link CostPrediction}: the times of the later
 * half of a run, from the first counted epoch on, as in a dry run ({@link EpochMeans}).
 *
 * @param cpuSeconds in the mean, as the system counts them in coarse steps
 * @param phases seconds by phase, in the mean over workers
 */
public record Measured(
    double seconds,
    double cpuSeconds,
    Map<Phase, Double> phases,
    Map<Purpose, Long> bytes,
    long peakBytes) {
  /**
   * The cost of a run.
   *
   * @param counted the epochs whose bytes are predicted: others may send more or fewer, and earlier
   *     ones may be faster, because importances of nodes and columns are not in use yet
   */
  static Measured of(TrainingResult result, CountedEpochs counted) {
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(
          purpose,
          Math.round(
              result.epochs().subList(counted.from(), counted.to()).stream()
                  .mapToLong(epoch -> epoch.cost().bytes().get(purpose))
                  .average()
                  .orElseThrow()));
    }
    List<EpochCost> settled =
        EpochMeans.settled(
            result.epochs().stream().skip(counted.from()).map(EpochFinished::cost).toList());
    return new Measured(
        EpochMeans.usual(settled, EpochCost::seconds),
        EpochMeans.mean(settled, EpochCost::cpuSeconds),
        EpochMeans.phases(settled),
        bytes,
        result.heldBytes().stream().mapToLong(Long::longValue).max().orElse(0));
  }

  long totalBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("secondsPerEpoch", seconds);
    json.put("cpuSecondsPerEpoch", cpuSeconds);
    json.put("bytesPerEpoch", totalBytes());
    json.put("peakBytesPerWorker", peakBytes);
    json.put("phases", CostPrediction.json(phases));
    return json;
  }
}
