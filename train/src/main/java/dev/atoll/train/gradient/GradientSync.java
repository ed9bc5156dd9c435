package dev.atoll.train.gradient;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.Map;

/** Sums the gradients of all workers. */
public interface GradientSync {
  /** Is notified that the gradient of a parameter is complete on this worker. */
  void complete(Parameter parameter);

  /**
   * Replaces every gradient by its sum over all workers. Returns when all workers have come here.
   *
   * @return the sum of the workers' losses
   */
  double sum(float loss);

  /** Whether a sum depends on earlier steps. */
  default boolean remembers() {
    return false;
  }

  /** What later sums depend on, by name; the elements are valid as long as the arena. */
  default Map<String, Tensor> save(Arena passing) {
    return Map.of();
  }

  /** Puts back what {@link #save} has given. */
  default void restore(Map<String, Tensor> saved) {}
}
