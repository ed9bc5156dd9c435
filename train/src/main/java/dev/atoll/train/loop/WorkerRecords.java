package dev.atoll.train.loop;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.sampling.dgs.explain.WorkerExplanation;
import dev.atoll.train.schedule.Launch;
import java.util.List;
import java.util.Optional;

/** What all workers have recorded beside their training, brought together. */
final class WorkerRecords {
  private final Communicator workers;
  private final boolean launches;
  private Timeline timeline;

  /**
   * @param launches whether batches are launched by a rule
   */
  WorkerRecords(Communicator workers, boolean launches) {
    this.workers = workers;
    this.launches = launches;
  }

  /** From now on what this worker does is recorded; all workers call it, or none. */
  void record(PhaseTimes times) {
    timeline = new Timeline();
    times.record(timeline);
  }

  /** The launches of all workers; all call it together. */
  Optional<TrainEvent> launched(int epoch, List<Launch> own) {
    return launches
        ? Optional.of(
            new TrainEvent.BatchesLaunched(
                epoch,
                gather(own.toArray(Launch[]::new), Launch[].class).stream().map(List::of).toList()))
        : Optional.empty();
  }

  /** The timelines of all workers; all call it together. */
  Optional<TrainEvent> timelines() {
    return Optional.ofNullable(timeline)
        .map(own -> new TrainEvent.Recorded(gather(own.spans(), Timeline.OfWorker.class)));
  }

  /** What all workers have explained; all call it together. */
  TrainEvent explained(WorkerExplanation own) {
    return new TrainEvent.Explained(gather(own, WorkerExplanation.class));
  }

  private <T> List<T> gather(T own, Class<T> type) {
    return JsonCollectives.allGather(workers, own, type);
  }
}
