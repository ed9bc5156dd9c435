package dev.atoll.app.plan;

import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.app.plan.kernel.WorkCounts;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.List;

/**
 * The measurements of a dry run, per epoch.
 *
 * @param threads of every worker
 * @param together workers in the same dry run
 * @param scale steps of a real epoch for each step of the dry run
 * @param epoch of the dry run
 * @param workers what each did
 */
record DryRunResult(
    int threads, int together, double scale, EpochMeans epoch, List<OfWorker> workers) {
  /** Rounds of a reduction: shares to the worker that sums them, and sums back. */
  private static final double SUM_ROUNDS = 2;

  /**
   * One worker's share, per epoch of the dry run.
   *
   * @param work of its kernels
   * @param steps of the epoch
   * @param heldBytes memory held for the job
   * @param deviceBytes the share of it on the device
   * @param pinnedBytes in addition, memory of the host that is pinned for the device
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

  /** Mean seconds of an epoch's phase over workers, without kernels. */
  double seconds(Phase phase) {
    return scale * epoch.phases().get(phase);
  }

  /** Seconds of an epoch without its kernels. */
  double seconds() {
    return scale * epoch.seconds();
  }

  /** CPU seconds of an epoch without its kernels, of all workers together. */
  double cpuSeconds() {
    return scale * epoch.cpuSeconds();
  }

  double steps() {
    return scale * workers.getFirst().steps();
  }

  /** The number of times per epoch that a worker waits for replies. */
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
