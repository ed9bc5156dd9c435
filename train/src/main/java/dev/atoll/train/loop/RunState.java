package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.checkpoint.Checkpoint;
import dev.atoll.train.gradient.ParameterOptimizer;
import dev.atoll.train.metric.FiniteNumbers;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The state of a run that checkpoints save and restore. */
final class RunState {
  private static final String WEIGHTS = "weights/";

  private final List<Parameter> parameters;
  private final ParameterOptimizer optimizer;
  private final boolean moments;
  private final TrainingHistory history;
  private final Backend backend;
  int epoch;
  int step;
  double lossSum;

  /**
   * @param moments whether this state contains the moments of all parameters, rather than the
   *     states of the workers
   */
  RunState(
      List<Parameter> parameters,
      ParameterOptimizer optimizer,
      boolean moments,
      TrainingHistory history,
      Backend backend) {
    this.moments = moments;
    this.parameters = parameters;
    this.optimizer = optimizer;
    this.history = history;
    this.backend = backend;
  }

  Checkpoint save(Arena memory) {
    var tensors = new LinkedHashMap<String, Tensor>();
    forEachMatrix(
        (name, matrix) -> {
          long elements = (long) matrix.rows() * matrix.cols();
          MemorySegment packed = memory.allocate(JAVA_FLOAT, elements);
          backend.download(matrix, packed);
          requireFinite(name, packed);
          tensors.put(name, new Tensor(matrix.rows(), matrix.cols(), packed));
        });
    return new Checkpoint(
        epoch, step, lossSum, optimizer.steps(), history.epochs(), history.bestEpoch(), tensors);
  }

  /** A checkpoint of a run that has diverged would replace the last good one. */
  private void requireFinite(String name, MemorySegment elements) {
    if (name.startsWith(WEIGHTS) && FiniteNumbers.firstOther(elements) >= 0) {
      throw DivergedException.ofWeights(name, epoch, step);
    }
  }

  void restore(Checkpoint saved) {
    Map<String, Tensor> tensors = saved.tensors();
    forEachMatrix(
        (name, matrix) -> {
          Tensor tensor = tensors.get(name);
          if (tensor == null || tensor.rows() != matrix.rows() || tensor.cols() != matrix.cols()) {
            throw new IllegalArgumentException(
                "the checkpoint has no %s of %s: it was written by a run with other settings"
                    .formatted(name, matrix.shape()));
          }
          backend.upload(tensor.elements(), matrix);
        });
    epoch = saved.epoch();
    step = saved.step();
    lossSum = saved.lossSum();
    optimizer.resumeAt(saved.optimizerSteps());
    history.resume(saved.epochs(), saved.bestEpoch());
  }

  private void forEachMatrix(BiConsumer<String, Matrix> action) {
    parameters.forEach(p -> action.accept(WEIGHTS + p.name(), p.value()));
    if (moments) {
      optimizer.forEachMoment((name, moment) -> action.accept("optimizer/" + name, moment));
    }
    List<Matrix> best = history.bestWeights();
    for (int i = 0; i < best.size(); i++) {
      action.accept("best/" + parameters.get(i).name(), best.get(i));
    }
  }
}
