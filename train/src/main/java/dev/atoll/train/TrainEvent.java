package dev.atoll.train;

import java.util.Optional;

/** What happens during a run, in order. */
public sealed interface TrainEvent {
  /** The data is on the device; training begins. */
  record Started(int epochs, int trainNodes, long parameterCount, long deviceBytes)
      implements TrainEvent {}

  /**
   * An epoch is done.
   *
   * @param seconds of the training itself
   * @param cpuSeconds of all threads of the process in that time
   * @param evaluation absent in epochs that are not evaluated
   */
  record EpochFinished(
      int epoch, double loss, double seconds, double cpuSeconds, Optional<Evaluation> evaluation)
      implements TrainEvent {}

  /** Somebody who wants to know. */
  @FunctionalInterface
  interface Listener {
    void on(TrainEvent event);
  }
}
