package dev.atoll.app.engine;

import dev.atoll.app.run.Composition;
import dev.atoll.app.settings.Keys;
import dev.atoll.comm.Transport;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.train.ShardTeam;
import dev.atoll.train.Team;
import dev.atoll.train.TrainEvent;
import dev.atoll.train.Training;
import dev.atoll.train.TrainingResult;
import java.io.IOException;
import java.lang.foreign.Arena;

/** One worker's part of a job, whatever carries its bytes. */
public final class Worker {
  private Worker() {}

  /** As the only worker, with the whole graph. */
  public static void runAlone(Job job, Dataset dataset, Lead lead) {
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

  /** The same over a network: the others hear of a failure, and the connection ends with it. */
  public static void runLinked(
      Job job, Dataset dataset, Transport direct, boolean sharedProcess, Lead lead)
      throws IOException {
    try (Transport transport = Composition.link(direct, job.settings())) {
      try {
        run(job, dataset, transport, sharedProcess, lead);
      } catch (RuntimeException | IOException | Error e) {
        transport.fail(e);
        throw e;
      }
    }
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
        if (job.settings().get(Keys.TIMELINE)) {
          training.recordTimeline();
        }
        TrainingResult result = training.run(listener, job.checkpoints());
        try (Arena passing = Arena.ofConfined()) {
          lead.finished(training.weights(passing), result);
        }
      }
    }
  }
}
