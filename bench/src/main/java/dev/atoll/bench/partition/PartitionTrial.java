package dev.atoll.bench.partition;

import dev.atoll.graph.partition.PartitionReport;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The result of one way of partitioning a graph.
 *
 * @param cpuSeconds of all threads together
 */
public record PartitionTrial(PartitionReport report, double cpuSeconds) {

  /** The median of each figure over several trials, by its name in JSON. */
  static Map<String, Double> medians(List<PartitionTrial> trials) {
    Map<String, Double> medians = new LinkedHashMap<>();
    medians.put("cut", median(trials, trial -> trial.report.cut()));
    medians.put("volume", median(trials, trial -> trial.report.volume()));
    medians.put("imbalance", median(trials, PartitionTrial::worstImbalance));
    medians.put("cpuSeconds", median(trials, PartitionTrial::cpuSeconds));
    medians.put("seconds", median(trials, trial -> trial.report.seconds()));
    medians.put("peakBytes", median(trials, trial -> trial.report.peakBytes()));
    return medians;
  }

  private static double median(List<PartitionTrial> trials, ToDoubleFunction<PartitionTrial> of) {
    List<Double> values =
        trials.stream().map(of::applyAsDouble).sorted(Comparator.naturalOrder()).toList();
    return values.get((values.size() - 1) / 2);
  }

  /** The largest imbalance of the constraints with a bound. */
  private double worstImbalance() {
    return Collections.max(report.imbalance().values());
  }
}
