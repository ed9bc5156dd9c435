package dev.atoll.app.plan;

import dev.atoll.app.plan.kernel.WorkCounts;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of an epoch without its arithmetic.
 *
 * @param threads of every worker
 * @param together workers that were rehearsed at the same time
 * @param scale steps of a real epoch for each step of the dry run
 * @param costs of epochs, all workers together
 * @param quiet of the epochs in which no kernel was done
 * @param workers what each did
 */
record DryRunResult(
    int threads,
    int together,
    double scale,
    List<EpochCost> costs,
    List<EpochCost> quiet,
    List<OfWorker> workers) {
  /** Shares are sent to the worker that sums them, sums are sent back. */
  private static final double SUM_ROUNDS = 2;

  /**
   * One worker's share, per epoch of the dry run.
   *
   * @param work of its kernels
   * @param steps of the epoch
   * @param heldBytes memory held for the job
   * @param deviceBytes of it, on the device
   */
  record OfWorker(WorkCounts work, double steps, long heldBytes, long deviceBytes) {}

  /** Bytes that cross between workers in an epoch. */
  double bytes(Purpose purpose) {
    return scale * mean(cost -> cost.bytes().get(purpose));
  }

  /** Seconds of an epoch's phase, in the mean over workers; without what kernels would take. */
  double seconds(Phase phase) {
    return scale * usual(cost -> cost.phases().get(phase));
  }

  /** Seconds of an epoch without its kernels. */
  double seconds() {
    return scale * usual(EpochCost::seconds);
  }

  /** Seconds of the processor that an epoch takes without its kernels, all workers together. */
  double cpuSeconds() {
    return scale * settled().stream().mapToDouble(EpochCost::cpuSeconds).average().orElseThrow();
  }

  double steps() {
    return scale * workers.getFirst().steps();
  }

  /** Number of times that a worker waits for replies of others in an epoch. */
  double rounds(Purpose purpose) {
    return switch (purpose) {
      case FEATURES, SAMPLING -> steps() * mean(EpochCost::rounds) / 2;
      case BOUNDARY -> scale * mean(EpochCost::broadcastsSent) / workers.size();
      case GRADIENTS -> SUM_ROUNDS * steps();
      case CONTROL -> 0; // between epochs
    };
  }

  /** The most bytes that one worker sends in an epoch. */
  double maxSentBytes() {
    double most = 0;
    for (int rank = 0; rank < costs.getFirst().traffic().size(); rank++) {
      int sender = rank;
      most =
          Math.max(
              most,
              mean(cost -> cost.traffic().get(sender).stream().mapToLong(Long::longValue).sum()));
    }
    return scale * most;
  }

  private double mean(ToDoubleFunction<EpochCost> of) {
    return costs.stream().mapToDouble(of).average().orElseThrow();
  }

  /** The later ones: code is slow at first. */
  private List<EpochCost> settled() {
    return quiet.subList(quiet.size() / 2, quiet.size());
  }

  /** The lower quartile: what others on the machine do is no property of the recipe. */
  private double usual(ToDoubleFunction<EpochCost> of) {
    double[] sorted = settled().stream().mapToDouble(of).sorted().toArray();
    return sorted[sorted.length / 4];
  }
}
