package dev.atoll.train.gradient;

import dev.atoll.tensor.autograd.Parameter;

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
}
