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

  /** Is called before an epoch begins; workers continue after all have made the call. */
  default void beginEpoch(List<EpochCost> finished) {}

  /**
   * Is called after a step.
   *
   * @param steps the number of finished steps of the whole run
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

  /** Bytes of cached rows. */
  default long cacheBytes() {
    return 0;
  }

  /** Bytes held by this companion, without the memory of batches. */
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
