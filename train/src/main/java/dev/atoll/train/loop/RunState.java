package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.checkpoint.Checkpoint;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** What changes during a run, on its way to and from a checkpoint. */
final class RunState {
  private final List<Parameter> parameters;
  private final Optimizer optimizer;
  private final TrainingHistory course;
  private final Backend backend;
  int epoch;
  int step;
  double lossSum;

  RunState(
      List<Parameter> parameters, Optimizer optimizer, TrainingHistory course, Backend backend) {
    this.parameters = parameters;
    this.optimizer = optimizer;
    this.course = course;
    this.backend = backend;
  }

  Checkpoint save(Arena memory) {
    var tensors = new LinkedHashMap<String, Tensor>();
    forEachMatrix(
        (name, matrix) -> {
          long cells = (long) matrix.rows() * matrix.cols();
          MemorySegment packed = memory.allocate(JAVA_FLOAT, cells);
          backend.download(matrix, packed);
          tensors.put(name, new Tensor(matrix.rows(), matrix.cols(), packed));
        });
    return new Checkpoint(
        epoch, step, lossSum, optimizer.steps(), course.epochs(), course.bestEpoch(), tensors);
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
          backend.upload(tensor.cells(), matrix);
        });
    epoch = saved.epoch();
    step = saved.step();
    lossSum = saved.lossSum();
    optimizer.resumeAt(saved.optimizerSteps());
    course.resume(saved.epochs(), saved.bestEpoch());
  }

  private void forEachMatrix(BiConsumer<String, Matrix> action) {
    parameters.forEach(p -> action.accept("weights/" + p.name(), p.value()));
    optimizer.forEachMoment((name, moment) -> action.accept("optimizer/" + name, moment));
    List<Matrix> best = course.bestWeights();
    for (int i = 0; i < best.size(); i++) {
      action.accept("best/" + parameters.get(i).name(), best.get(i));
    }
  }
}
