package dev.atoll.app.engine;

import dev.atoll.app.run.Composition;
import dev.atoll.comm.Transport;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.ShardFolder;
import dev.atoll.tensor.Backend;
import dev.atoll.train.ShardTeam;
import dev.atoll.train.Team;
import dev.atoll.train.TrainEvent;
import dev.atoll.train.Training;
import dev.atoll.train.TrainingResult;
import java.io.IOException;

/** One worker's part of a job, whatever carries its bytes. */
final class Worker {
  private Worker() {}

  /** As the only worker, with the whole graph. */
  static void runAlone(Job job, Dataset dataset, Lead lead) {
    run(job, dataset, Team.alone(), 0, lead);
  }

  /**
   * As one of many, with a shard.
   *
   * @param sharedProcess whether all workers are threads of this process
   */
  static void run(Job job, Dataset dataset, Transport transport, boolean sharedProcess, Lead lead)
      throws IOException {
    ShardFolder shards = ShardFolder.open(job.shards().orElseThrow());
    Team team = ShardTeam.join(transport, shards, sharedProcess);
    run(job, dataset, team, transport.rank(), transport.rank() == 0 ? lead : Lead.NONE);
  }

  private static void run(Job job, Dataset dataset, Team team, int rank, Lead lead) {
    Crash crash = Crash.ofEnvironment(rank);
    TrainEvent.Listener listener =
        event -> {
          lead.on(event);
          crash.on(event);
        };
    try (Backend backend = Composition.backend(job.settings())) {
      lead.begins(backend.describe());
      try (Training training = Training.open(dataset, backend, job.plan(), team)) {
        TrainingResult result = training.run(listener, job.checkpoints());
        lead.finished(training, result);
      }
    }
  }
}
