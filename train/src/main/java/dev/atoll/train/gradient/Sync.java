package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;

/**
 * Gradient synchronisation: the slot {@code sync}. All policies sum in the order of ranks, so that
 * all policies without stale gradients give the same bits.
 */
public interface Sync {
  /** Every worker sums a share and sends it to all. */
  static Sync allReduce() {
    return new AllReduce();
  }

  /**
   * Opens the synchronisation with no gradient in flight. All workers call it together, with the
   * same parameters.
   */
  GradientSync open(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times);
}
