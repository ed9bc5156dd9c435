package dev.atoll.app.chart;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.List;
import java.util.Map;

/**
 * The cost of an epoch of one series, and the memory of its workers, in seconds and bytes.
 *
 * @param seconds of wall time
 * @param phases seconds by phase, in the mean over workers
 * @param bytes between workers, by purpose
 * @param memory the peak of each worker
 */
public record Costs(
    Series series,
    double seconds,
    Map<Phase, Double> phases,
    Map<Purpose, Double> bytes,
    List<Double> memory) {
  double totalBytes() {
    return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
