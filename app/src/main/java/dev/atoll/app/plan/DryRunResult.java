package dev.atoll.app.plan;

import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.app.plan.kernel.WorkCounts;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.List;

/**
 * The measurements of an epoch without its arithmetic.
 *
 * @param threads of every worker
 * @param together workers in the same dry run
 * @param scale steps of a real epoch for each step of the dry run
 * @param epoch of the dry run
 * @param workers what each did
 */
record DryRunResult(
    int threads, int together, double scale, EpochMeans epoch, List<OfWorker> workers) {
  /** Shares are sent to the worker that sums them, sums are sent back. */
  private static final double SUM_ROUNDS = 2;

  /**
   * One worker's share, per epoch of the dry run.
   *
   * @param work of its kernels
   * @param steps of the epoch
   * @param heldBytes memory held for the job
   * @param deviceBytes of it, on the device
   * @param pinnedBytes beside it, memory of the host that is pinned for the device
   * @param drawn by the device itself
   */
  record OfWorker(
      WorkCounts work,
      double steps,
      long heldBytes,
      long deviceBytes,
      long pinnedBytes,
      DrawnWork drawn) {}

  /** Bytes that cross between workers in an epoch. */
  double bytes(Purpose purpose) {
    return scale * epoch.bytes().get(purpose);
  }

  /** Seconds of an epoch's phase, in the mean over workers; without what kernels would take. */
  double seconds(Phase phase) {
    return scale * epoch.phases().get(phase);
  }

  /** Seconds of an epoch without its kernels. */
  double seconds() {
    return scale * epoch.seconds();
  }

  /** Seconds of the processor that an epoch takes without its kernels, all workers together. */
  double cpuSeconds() {
    return scale * epoch.cpuSeconds();
  }

  double steps() {
    return scale * workers.getFirst().steps();
  }

  /** Number of times that a worker waits for replies of others in an epoch. */
  double rounds(Purpose purpose) {
    return switch (purpose) {
      case FEATURES, SAMPLING -> steps() * epoch.rounds() / 2;
      case BOUNDARY -> scale * epoch.broadcasts();
      case GRADIENTS -> SUM_ROUNDS * steps();
      case CONTROL -> 0; // between epochs
    };
  }

  /** The most bytes that one worker sends in an epoch. */
  double maxSentBytes() {
    return scale * epoch.maxSentBytes();
  }
}
