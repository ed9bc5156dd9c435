package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * A synchronous parameter server that is sharded over the workers: each holds the state of some
 * parameters and moves them. When the backward pass is done, workers push every gradient to its
 * server, which sums them in the order of ranks and lets its optimizer take a step; then they pull
 * the parameters.
 */
final class ParameterServerSync implements GradientSync {
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final ServedParameters served;
  private final MemorySegment elements;
  private ParameterOptimizer optimizer;

  ParameterServerSync(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.served = new ServedParameters(parameters, workers.size());
    this.elements = Arena.ofAuto().allocate(served.totalBytes(), Long.BYTES);
  }

  @Override
  public ParameterOptimizer optimizer(
      ParameterOptimizer.Factory optimizers, List<Parameter> parameters, DeviceMemory memory) {
    optimizer =
        optimizers.of(
            served.of(workers.rank()), memory, squares -> served.squares(workers, squares));
    return optimizer;
  }

  /** Does nothing: gradients are pushed after the whole backward pass. */
  @Override
  public void complete(Parameter parameter) {}

  @Override
  public double step(float loss, Runnable move) {
    if (workers.size() == 1) {
      move.run();
      return loss;
    }
    long begun = System.nanoTime();
    elements.set(JAVA_FLOAT, 0, loss);
    served.forEach((p, place) -> backend.download(p.grad(), at(p, place)));
    workers.reduceScatter(Purpose.GRADIENTS, elements, served.offsets());
    int self = workers.rank();
    served.forEachOf(self, (p, place) -> backend.upload(at(p, place), p.grad()));
    times.since(begun, Phase.REDUCE);
    move.run();
    begun = System.nanoTime();
    served.forEachOf(self, (p, place) -> backend.download(p.value(), at(p, place)));
    workers.allGather(Purpose.GRADIENTS, elements, served.offsets());
    served.forEach((p, place) -> backend.upload(at(p, place), p.value()));
    times.since(begun, Phase.REDUCE);
    return elements.get(JAVA_FLOAT, 0);
  }

  private MemorySegment at(Parameter p, long place) {
    return elements.asSlice(place, ServedParameters.bytes(p.grad()));
  }

  @Override
  public boolean everyoneHasMoments() {
    return workers.size() == 1;
  }

  @Override
  public boolean remembers() {
    return workers.size() > 1;
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    return Moments.save(optimizer, backend, passing);
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    Moments.restore(optimizer, backend, saved);
  }
}
