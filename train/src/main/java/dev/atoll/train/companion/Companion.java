package dev.atoll.train.companion;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import java.util.List;
import java.util.Optional;

/**
 * Something that lives beside the steps of a worker and follows its course. The thread that trains
 * calls all methods; workers have the same companions in the same order.
 */
public interface Companion extends AutoCloseable {
  /** Names its tensors in a worker's checkpoint file; unique among a worker's companions. */
  String name();

  /** Before an epoch begins; no worker goes on before all have been here. */
  default void beginEpoch(List<EpochCost> finished) {}

  /**
   * After a step.
   *
   * @param steps of the whole run that are done
   */
  default void afterStep(long steps) {}

  /** An event of all workers after an epoch; all ask together. */
  default Optional<TrainEvent> afterEpoch(int epoch, Communicator workers) {
    return Optional.empty();
  }

  /** An event of all workers after the last epoch; all ask together. */
  default Optional<TrainEvent> afterRun(Communicator workers) {
    return Optional.empty();
  }

  /** Bytes of rows kept from elsewhere. */
  default long cacheBytes() {
    return 0;
  }

  /** What it needs to go on after an interruption; empty where it needs nothing. */
  default Optional<CompanionState> state() {
    return Optional.empty();
  }

  /** Ends what it does beside training; comes before the batches are closed. */
  @Override
  default void close() {}
}
