package dev.atoll.train.gradient;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Moves parameters by their gradients; holds their moments. */
public interface ParameterOptimizer {
  /** Takes one step with the gradients as they are. */
  void step(Kernels kernels);

  /** Steps taken so far. */
  int steps();

  /** Continues after a number of steps; the caller restores the moments. */
  void resumeAt(int stepsTaken);

  /** Receives every moment by name. */
  void forEachMoment(BiConsumer<String, Matrix> action);

  /** Makes an optimizer with the settings of the run. */
  @FunctionalInterface
  interface Factory {
    /**
     * An optimizer that has taken no step.
     *
     * @param parameters updated by it
     * @param memory holds their moments
     * @param squares turns the sums of squares of their gradients into the sums of all parameters,
     *     in the order of the model; called when gradients are clipped
     */
    ParameterOptimizer of(
        List<Parameter> parameters, DeviceMemory memory, UnaryOperator<double[]> squares);
  }
}
