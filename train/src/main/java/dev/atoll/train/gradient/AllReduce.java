package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;

/**
 * Sums gradients by all-reduce: every worker sums a share and sends it to all, bucket by bucket,
 * overlapped with the backward pass.
 */
public record AllReduce() implements Sync {
  @Override
  public GradientSync open(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    return new AllReduceSync(parameters, workers, backend, times);
  }
}
