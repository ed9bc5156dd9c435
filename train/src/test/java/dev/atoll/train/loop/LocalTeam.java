package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Await;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.StoreRanks;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Workers as threads of the test, each with its shard. */
final class LocalTeam {
  private static final Limits LIMITS = Limits.DEFAULT.withDeadline(Await.MOST);

  /** The property that makes workers' memory unreadable. */
  static final String FAR = "atoll.far";

  private LocalTeam() {}

  static ShardFolder cut(
      Dataset dataset, Partitioner partitioner, int parts, Topology topology, Path folder)
      throws IOException {
    Partitioning cut = partitioner.partition(dataset.graph(), PartitionGoal.of(parts));
    new ShardWriter(topology, 1).write(dataset.graph(), cut, folder);
    return ShardFolder.open(folder);
  }

  /** Random parts, each with the in-edges of its nodes. */
  static ShardFolder cut(Dataset dataset, int parts, Path folder) throws IOException {
    return cut(dataset, new RandomPartitioner(), parts, Topology.PARTITIONED, folder);
  }

  /**
   * The team of one of several workers, on a random partition that the first worker writes into a
   * folder.
   */
  static ShardTeam join(Dataset dataset, Transport transport, Path folder) throws IOException {
    try (Communicator workers = Communicator.on(transport)) {
      if (transport.rank() == 0) {
        cut(dataset, transport.size(), folder);
      }
      workers.barrier();
    }
    return ShardTeam.join(transport, ShardFolder.open(folder), true);
  }

  /** The result of every worker, by rank. */
  static List<TrainingResult> train(Dataset dataset, ShardFolder shards, TrainingPlan plan) {
    return train(dataset, _ -> shards, shards.book().parts(), plan);
  }

  /** The result of the first worker; all workers must end with the same weights. */
  static TrainingResult trainAlike(Dataset dataset, ShardFolder shards, TrainingPlan plan) {
    List<TrainingResult> results = train(dataset, shards, plan);
    results.forEach(r -> assertEquals(results.getFirst().weightsSha256(), r.weightsSha256()));
    return results.getFirst();
  }

  /**
   * The result of the first worker on the given backends; all workers must end with the same
   * weights.
   */
  static TrainingResult trainAlike(
      Dataset dataset, ShardFolder shards, TrainingPlan plan, Supplier<Backend> backends) {
    List<Transport> ranks = LocalTransport.group(shards.book().parts(), LIMITS);
    return trainAlike(dataset, shards, plan, backends, ranks, true);
  }

  /** The result of the first worker with TCP between workers, like processes. */
  static TrainingResult trainAlikeOverTcp(
      Dataset dataset, ShardFolder shards, TrainingPlan plan, Supplier<Backend> backends) {
    List<Transport> ranks = StoreRanks.overTcp(shards.book().parts());
    return trainAlike(dataset, shards, plan, backends, ranks, false);
  }

  private static TrainingResult trainAlike(
      Dataset dataset,
      ShardFolder shards,
      TrainingPlan plan,
      Supplier<Backend> backends,
      List<Transport> ranks,
      boolean sharedProcess) {
    List<TrainingResult> results =
        ThreadRanks.run(
            ranks,
            transport -> {
              ShardTeam team = ShardTeam.join(transport, shards, sharedProcess);
              try (Backend backend = backends.get();
                  var training = Training.open(dataset, backend, plan, team)) {
                return training.run(_ -> {});
              }
            });
    results.forEach(r -> assertEquals(results.getFirst().weightsSha256(), r.weightsSha256()));
    return results.getFirst();
  }

  /** Trains until a step of the second epoch, which fails; checkpoints were written before. */
  static void interrupt(
      Dataset dataset, ShardFolder shards, TrainingPlan plan, Checkpoints checkpoints, int atStep) {
    TrainEvent.Listener failing =
        event -> {
          if (event instanceof StepFinished(int epoch, int step) && epoch == 1 && step == atStep) {
            throw new IllegalStateException("interrupted");
          }
        };
    assertThrows(
        RuntimeException.class, () -> train(dataset, shards, plan, checkpoints, failing, null));
  }

  /** The results of workers with different shard folders, by rank. */
  static List<TrainingResult> train(
      Dataset dataset, IntFunction<ShardFolder> shards, int workers, TrainingPlan plan) {
    return train(_ -> dataset, shards, workers, plan, Checkpoints.NONE, event -> {}, null);
  }

  /** The results of workers with different datasets, by rank. */
  static List<TrainingResult> train(
      IntFunction<Dataset> datasets, ShardFolder shards, TrainingPlan plan) {
    return train(
        datasets, _ -> shards, shards.book().parts(), plan, Checkpoints.NONE, event -> {}, null);
  }

  /**
   * The results of workers that write checkpoints.
   *
   * @param weights the file for the first worker's weights; null to write none
   */
  static List<TrainingResult> train(
      Dataset dataset,
      ShardFolder shards,
      TrainingPlan plan,
      Checkpoints checkpoints,
      TrainEvent.Listener listener,
      Path weights) {
    return train(
        _ -> dataset, _ -> shards, shards.book().parts(), plan, checkpoints, listener, weights);
  }

  /**
   * The result of the first worker.
   *
   * @param device makes a worker's backend of one of the host
   */
  static TrainingResult trainOn(
      Dataset dataset, ShardFolder shards, TrainingPlan plan, UnaryOperator<Backend> device) {
    return ThreadRanks.run(
            shards.book().parts(),
            LIMITS,
            transport -> {
              try (var cpu = CpuBackend.open(1);
                  var training =
                      Training.open(
                          dataset,
                          device.apply(cpu),
                          plan,
                          ShardTeam.join(transport, shards, true))) {
                return training.run(_ -> {});
              }
            })
        .getFirst();
  }

  /** The backend of a worker: with {@code -Datoll.far=true}, memory that tests cannot read. */
  private static Backend backend() {
    CpuBackend cpu = CpuBackend.open(1);
    return Boolean.getBoolean(FAR) ? new FarBackend(cpu) : cpu;
  }

  private static List<TrainingResult> train(
      IntFunction<Dataset> datasets,
      IntFunction<ShardFolder> shards,
      int workers,
      TrainingPlan plan,
      Checkpoints checkpoints,
      TrainEvent.Listener listener,
      Path weights) {
    return ThreadRanks.run(
        workers,
        LIMITS,
        transport -> {
          ShardFolder own = shards.apply(transport.rank());
          Dataset dataset = datasets.apply(transport.rank());
          try (Backend backend = backend();
              Arena arena = Arena.ofShared();
              var training =
                  Training.open(dataset, backend, plan, ShardTeam.join(transport, own, true))) {
            TrainingResult result = training.run(listener, checkpoints);
            if (weights != null && transport.rank() == 0) {
              training.weights(arena).write(weights);
            }
            return result;
          }
        });
  }
}
