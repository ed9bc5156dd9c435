package dev.atoll.train.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.schedule.Launch;
import java.util.List;
import java.util.Optional;

/** An event of a run. */
public sealed interface TrainEvent {
  /**
   * The data is on the device, and training begins or resumes.
   *
   * @param done epochs that an earlier, interrupted run has finished
   */
  record Started(
      int epochs, int trainNodes, long parameterCount, long deviceBytes, List<EpochFinished> done)
      implements TrainEvent {}

  /** A step of an epoch is done; both count from 0. */
  record StepFinished(int epoch, int step) implements TrainEvent {}

  /**
   * An epoch is done.
   *
   * @param cost of the training itself
   * @param evaluation absent in epochs that are not evaluated
   */
  record EpochFinished(int epoch, double loss, EpochCost cost, Optional<Evaluation> evaluation)
      implements TrainEvent {
    /** The event in JSON; the evaluation is null for an epoch without one. */
    record Stored(int epoch, double loss, EpochCost cost, Evaluation evaluation) {}

    @JsonValue
    Stored stored() {
      return new Stored(epoch, loss, cost, evaluation.orElse(null));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static EpochFinished of(Stored stored) {
      return new EpochFinished(
          stored.epoch, stored.loss, stored.cost, Optional.ofNullable(stored.evaluation));
    }
  }

  /**
   * Batches of an epoch were launched by a rule; sent at the end of the epoch.
   *
   * @param byWorker the launches of each worker, with their reasons
   */
  record BatchesLaunched(int epoch, List<List<Launch>> byWorker) implements TrainEvent {}

  /**
   * The run is done; the timelines of all workers were recorded.
   *
   * @param byWorker their timelines
   */
  record Recorded(List<Timeline.OfWorker> byWorker) implements TrainEvent {}

  /**
   * The run is done, and remote nodes and columns were explained on the way.
   *
   * @param byWorker the explanations of each worker and their cost
   */
  record Explained(List<WorkerExplanation> byWorker) implements TrainEvent {}

  /**
   * Receives training events. An exception of a listener ends the run on all workers, and {@code
   * run} throws it: a {@link java.util.concurrent.CancellationException} is the way to cancel.
   */
  @FunctionalInterface
  interface Listener {
    void on(TrainEvent event);
  }
}
