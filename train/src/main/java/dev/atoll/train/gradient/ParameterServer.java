package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;

/**
 * A parameter server that is sharded over the workers: every parameter has a server, which holds
 * its optimizer's state; workers push gradients to it and pull the parameter.
 *
 * @param staleness updates that the parameters of a step may lack, and so the steps that a worker
 *     may be ahead of the slowest; 0: synchronous
 */
public record ParameterServer(int staleness) implements Sync {
  public ParameterServer {
    if (staleness < 0) {
      throw new IllegalArgumentException(
          "sync.staleness=" + staleness + ": expected 0 steps or more");
    }
  }

  @Override
  public GradientSync open(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    return staleness == 0 || workers.size() == 1
        ? new ParameterServerSync(parameters, workers, backend, times)
        : new StaleServerSync(parameters, workers, backend, times, staleness);
  }
}
