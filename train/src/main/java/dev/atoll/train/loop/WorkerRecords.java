package dev.atoll.train.loop;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.event.TrainEvent;
import java.util.Optional;

/** Gathers the timelines, launches and explanations that workers have recorded. */
final class WorkerRecords {
  private final Communicator workers;
  private Timeline timeline;

  WorkerRecords(Communicator workers) {
    this.workers = workers;
  }

  /** Records this worker's work from now on; all workers call it, or none. */
  void record(PhaseTimes times) {
    timeline = new Timeline();
    times.record(timeline);
  }

  /** The timelines of all workers; all call it together. */
  Optional<TrainEvent> timelines() {
    return Optional.ofNullable(timeline)
        .map(
            own ->
                new TrainEvent.Recorded(
                    JsonCollectives.allGather(workers, own.spans(), Timeline.OfWorker.class)));
  }
}
