package dev.atoll.train;

import dev.atoll.train.cost.EpochCost;
import java.util.Optional;

/** What happens during a run, in order. */
public sealed interface TrainEvent {
  /** The data is on the device; training begins. */
  record Started(int epochs, int trainNodes, long parameterCount, long deviceBytes)
      implements TrainEvent {}

  /**
   * An epoch is done.
   *
   * @param cost of the training itself
   * @param evaluation absent in epochs that are not evaluated
   */
  record EpochFinished(int epoch, double loss, EpochCost cost, Optional<Evaluation> evaluation)
      implements TrainEvent {}

  /** Somebody who wants to know. */
  @FunctionalInterface
  interface Listener {
    void on(TrainEvent event);
  }
}
