package dev.atoll.train.sampling;

import java.util.Optional;

/** A policy of mini-batches: the conditions that it has and its dependence on the run. */
public interface BatchPolicy {
  /**
   * Checks the other settings of mini-batches.
   *
   * @throws IllegalArgumentException when this policy cannot work with them
   */
  default void check(BatchPlan plan) {}

  /**
   * The use that the policy makes of the number of epochs; empty when it makes none. A run whose
   * policy reads it cannot be trained longer: its first epochs would differ.
   */
  default Optional<String> lengthUse() {
    return Optional.empty();
  }

  /** Whether the policy's choices depend on results of training. */
  default boolean readsResults() {
    return false;
  }

  /**
   * The steps of the run that must be over before the batch of a step can be drawn, at most those
   * before it.
   */
  default long stepsRead(long step) {
    return 0;
  }

  /** The first step of a run from which on all batches are alike in size and cost. */
  default long stepsToSettle() {
    return 0;
  }
}
