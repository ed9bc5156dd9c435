package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;

/** Every parameter has a server, to which workers push gradients and from which they pull sums. */
public record ParameterServer() implements Sync {
  @Override
  public GradientSync open(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    return new ParameterServerSync(parameters, workers, backend, times);
  }
}
