package dev.atoll.recipe.engine;

import dev.atoll.comm.Transport;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.SharedThreads;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.worker.ShardTeam;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Optional;

/** Runs one worker's part of a job, over any transport. */
public final class Worker {
  private Worker() {}

  /** Reads results from a worker's training once its last epoch is done; runs on every worker. */
  @FunctionalInterface
  public interface Reader {
    /** Reads nothing. */
    Reader NONE = _ -> {};

    void read(Training training) throws IOException;
  }

  /** Trains as the only worker, with the whole graph. */
  public static void runSingle(Job job, Dataset dataset, RunListener lead) throws IOException {
    try (Backend backend = Composition.backend(job.settings())) {
      lead.started(backend.describe());
      train(
          job,
          WorkerData.of(dataset),
          backend,
          Team.single(dataset, job.plan()),
          lead,
          Reader.NONE);
    }
  }

  /**
   * Trains as one of several threads of this process, each with a shard.
   *
   * @param shards of all workers, checked once
   * @param threads of all workers, which help each other to compute
   */
  static void run(
      Job job,
      Dataset dataset,
      ShardFolder shards,
      Transport transport,
      SharedThreads threads,
      RunListener lead)
      throws IOException {
    ShardData.withData(
        job,
        shards,
        transport.rank(),
        () -> dataset,
        data -> run(job, data, shards, transport, true, threads, lead, Reader.NONE));
  }

  private static void run(
      Job job,
      WorkerData data,
      ShardFolder shards,
      Transport transport,
      boolean sharedProcess,
      SharedThreads threads,
      RunListener lead,
      Reader reader)
      throws IOException {
    RunListener own = transport.rank() == 0 ? lead : RunListener.NONE;
    try (Backend backend = Composition.backend(job.settings(), threads)) {
      own.started(backend.describe());
      int trainers = job.settings().integer(HostKeys.TRAINERS);
      ShardTeam team = ShardTeam.join(transport, shards, trainers, sharedProcess);
      train(job, data, backend, team, own, reader);
    }
  }

  /**
   * Trains as one worker of a network: notifies the others of a failure and closes the connections.
   */
  public static void runConnected(
      Job job, Dataset dataset, Transport direct, boolean sharedProcess, RunListener lead)
      throws IOException {
    ShardData.withData(
        job,
        direct.rank(),
        () -> dataset,
        data -> runConnected(job, data, direct, sharedProcess, lead, Reader.NONE));
  }

  /**
   * Trains like {@link #runConnected(Job, Dataset, Transport, boolean, RunListener)}, with the
   * worker's share of the data and a reader that runs on every worker.
   */
  public static void runConnected(
      Job job,
      WorkerData data,
      Transport direct,
      boolean sharedProcess,
      RunListener lead,
      Reader reader)
      throws IOException {
    try (Transport transport = Composition.withNetwork(direct, job.settings())) {
      try {
        ShardFolder shards = ShardFolder.open(job.shards().orElseThrow());
        run(job, data, shards, transport, sharedProcess, new SharedThreads(), lead, reader);
      } catch (RuntimeException | IOException | Error e) {
        transport.fail(e);
        throw e;
      }
    }
  }

  /** Loads the weights of another run if the settings name one. */
  private static void warmStart(Job job, Training training) throws IOException {
    Optional<ModelFolder> model = WarmStart.of(job.settings());
    if (model.isPresent()) {
      try (Arena passing = Arena.ofShared()) {
        training.load(model.get().readWeights(passing));
      }
    }
  }

  private static void train(
      Job job, WorkerData data, Backend backend, Team team, RunListener lead, Reader reader)
      throws IOException {
    InjectedCrash crash = InjectedCrash.ofEnvironment(team.workers().rank());
    TrainEvent.Listener listener =
        event -> {
          lead.on(event);
          crash.on(event);
        };
    try (Training training = Training.open(data, backend, job.plan(), team)) {
      if (job.settings().get(Keys.TIMELINE)) {
        training.recordTimeline();
      }
      warmStart(job, training);
      TrainingResult result = training.run(listener, job.checkpoints());
      reader.read(training);
      try (Arena passing = Arena.ofConfined()) {
        lead.finished(training.weights(passing), result);
      }
    }
  }
}
