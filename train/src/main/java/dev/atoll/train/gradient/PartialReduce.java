package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;

/**
 * Partial reduce: in every step some workers, in turn, send their gradients; of the others the last
 * ones count once more. No gradient in a sum is older than a bound. Of Miao et al., Heterogeneity-
 * Aware Distributed Machine Learning Training via Partial Reduce, SIGMOD 2021, with fixed groups,
 * and with one sum for all workers, so that their models stay the same.
 *
 * @param bound the largest age of a gradient, in steps
 */
public record PartialReduce(int bound) implements Sync {
  public PartialReduce {
    if (bound < 0) {
      throw new IllegalArgumentException("sync.bound=" + bound + ": expected 0 steps or more");
    }
  }

  @Override
  public GradientSync open(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    return new PartialReduceSync(parameters, workers, backend, times, bound);
  }
}
