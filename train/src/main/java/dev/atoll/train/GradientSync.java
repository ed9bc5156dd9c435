package dev.atoll.train;

import dev.atoll.tensor.autograd.Parameter;
import java.util.List;

/** Makes the gradients of all workers one. */
interface GradientSync {
  /** Nobody to agree with. */
  GradientSync NONE = (_, loss) -> loss;

  /**
   * Replaces every gradient by its sum over all workers.
   *
   * @return the sum of the workers' losses
   */
  double sum(List<Parameter> parameters, float loss);
}
