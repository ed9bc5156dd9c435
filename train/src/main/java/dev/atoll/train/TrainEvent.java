package dev.atoll.train;

/** What happens during a run, in order. */
public sealed interface TrainEvent {
  /** An epoch is done. */
  record EpochFinished(int epoch, double loss, double seconds) implements TrainEvent {}
}
