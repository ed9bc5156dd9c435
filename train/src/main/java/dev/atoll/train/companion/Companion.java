package dev.atoll.train.companion;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import java.util.List;
import java.util.Optional;

/**
 * A stateful component that is notified of a worker's steps and epochs, and whose state is part of
 * checkpoints. The training thread calls all methods; workers have the same companions in the same
 * order.
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

  /** Bytes that it holds, beside those of the batches. */
  default long heldBytes() {
    return 0;
  }

  /** The state to save in a checkpoint; empty if there is none. */
  default Optional<CompanionState> state() {
    return Optional.empty();
  }

  /** Ends its work beside training; called before the batches are closed. */
  @Override
  default void close() {}
}
