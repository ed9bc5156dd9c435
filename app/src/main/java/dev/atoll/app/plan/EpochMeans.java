package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * An epoch of a dry run.
 *
 * @param seconds without kernels
 * @param cpuSeconds of all workers together, likewise
 * @param phases seconds by phase, in the mean over workers, likewise
 * @param bytes that cross between workers
 * @param rounds of requests and replies in a worker's step
 * @param broadcasts of rows or their gradients, by a worker
 * @param maxSentBytes of the worker that sends most
 * @param receivedByFirst bytes from all others to the first worker
 */
record EpochMeans(
    double seconds,
    double cpuSeconds,
    Map<Phase, Double> phases,
    Map<Purpose, Double> bytes,
    double rounds,
    double broadcasts,
    double maxSentBytes,
    double receivedByFirst) {
  /**
   * Means over epochs.
   *
   * @param costs of the epochs whose bytes are predicted
   * @param quiet of those in which no kernel was computed
   * @param workers of the dry run
   */
  static EpochMeans of(List<EpochCost> costs, List<EpochCost> quiet, int workers) {
    List<EpochCost> settled = settled(quiet);
    var bytes = new EnumMap<Purpose, Double>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, mean(costs, cost -> cost.bytes().get(purpose)));
    }
    return new EpochMeans(
        usual(settled, EpochCost::seconds),
        mean(settled, EpochCost::cpuSeconds),
        phases(settled),
        bytes,
        mean(costs, EpochCost::rounds),
        mean(costs, EpochCost::broadcastsSent) / workers,
        maxSentBytes(costs),
        mean(costs, cost -> cost.traffic().stream().mapToLong(List::getFirst).sum()));
  }

  /** The later half of the epochs; before, code is compiled on cores that epochs need as well. */
  static List<EpochCost> settled(List<EpochCost> epochs) {
    return epochs.subList(epochs.size() / 2, epochs.size());
  }

  /** The lower quartile of every phase's seconds. */
  static Map<Phase, Double> phases(List<EpochCost> epochs) {
    var phases = new EnumMap<Phase, Double>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, usual(epochs, cost -> cost.phases().get(phase)));
    }
    return phases;
  }

  private static double maxSentBytes(List<EpochCost> costs) {
    double most = 0;
    for (int rank = 0; rank < costs.getFirst().traffic().size(); rank++) {
      int sender = rank;
      most = Math.max(most, mean(costs, cost -> sum(cost.traffic().get(sender))));
    }
    return most;
  }

  private static double sum(List<Long> bytes) {
    return bytes.stream().mapToLong(Long::longValue).sum();
  }

  static double mean(List<EpochCost> epochs, ToDoubleFunction<EpochCost> of) {
    return epochs.stream().mapToDouble(of).average().orElseThrow();
  }

  /** The lower quartile, which other load on the machine hardly affects. */
  static double usual(List<EpochCost> epochs, ToDoubleFunction<EpochCost> of) {
    double[] sorted = epochs.stream().mapToDouble(of).sorted().toArray();
    return sorted[sorted.length / 4];
  }
}
