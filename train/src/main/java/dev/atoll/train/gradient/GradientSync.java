package dev.atoll.train.gradient;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;

/**
 * Sums the gradients of all workers and moves the parameters by the sums.
 *
 * <pre>{@code
 * ParameterOptimizer optimizer = sync.optimizer(optimizers, parameters, memory);
 * …                                                     // a step, as gradients are complete:
 * sync.complete(parameter);
 * double lossOfAll = sync.step(loss, () -> optimizer.step(kernels));
 * }</pre>
 */
public interface GradientSync extends AutoCloseable {
  /**
   * Makes the optimizer that this worker's steps call: it updates all parameters, or the share that
   * this worker serves.
   *
   * @param memory allocates the optimizer's state
   */
  default ParameterOptimizer optimizer(
      ParameterOptimizer.Factory optimizers, List<Parameter> parameters, DeviceMemory memory) {
    return optimizers.of(parameters, memory, squares -> squares);
  }

  /** Is notified that the gradient of a parameter is complete on this worker. */
  void complete(Parameter parameter);

  /**
   * Replaces the gradients by their sums over all workers and moves the parameters.
   *
   * @param move lets the optimizer of this worker take a step; called when its gradients are sums
   * @return the sum of the workers' losses, the same on every worker: of this step, or of an
   *     earlier one of the epoch; 0 where that of none is known yet
   */
  double step(float loss, Runnable move);

  /**
   * Waits for transfers in flight: the cost of an epoch is counted when it ends.
   *
   * @return the sum of those losses of the epoch that no step has returned
   */
  default double endEpoch() {
    return 0;
  }

  /** Whether the moments of all parameters are with every worker, not among the saved state. */
  default boolean everyoneHasMoments() {
    return true;
  }

  /** Whether a step depends on earlier ones by more than parameters and moments. */
  default boolean remembers() {
    return false;
  }

  /** The state that later steps depend on, by name; the elements are valid as long as the arena. */
  default Map<String, Tensor> save(Arena passing) {
    return Map.of();
  }

  /** Restores the state of {@link #save}. */
  default void restore(Map<String, Tensor> saved) {}

  /** Bytes held for synchronisation, without the parameters themselves. */
  default long heldBytes() {
    return 0;
  }

  @Override
  default void close() {}
}
