package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several trainers on each part: k parts of t trainers are one worker. */
class TrainersTest {
  private final Dataset data = SmallWorld.of(false);

  @TempDir private Path folder;

  @AfterEach
  void close() {
    data.close();
  }

  private static SampledPlan sampled(Fanouts fanouts, int batch) {
    return new SampledPlan(
        batch, fanouts, new UniformSampling(), Shuffle.LOCAL, Schedule.ahead(0), RowCodec.fp32());
  }

  private static TrainingPlan plan() {
    return TrainingPlan.of(Kind.SAGE.layers()).forEpochs(4);
  }

  private List<TrainingResult> train(int parts, int trainers, Topology topology, TrainingPlan plan)
      throws IOException {
    Path cut = folder.resolve("%d-%d-%s".formatted(parts, trainers, topology));
    ShardFolder shards = LocalTeam.cut(data, new RandomPartitioner(), parts, topology, cut);
    return ThreadRanks.run(
        parts * trainers,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var training =
                  Training.open(
                      data, cpu, plan, ShardTeam.join(transport, shards, trainers, true))) {
            return training.run(event -> {});
          }
        });
  }

  private static EpochCost cost(TrainingResult result) {
    return result.epochs().getLast().cost();
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,2", "2,3", "3,1"})
  void partsTimesTrainersAreOneWorker(int parts, int trainers) throws IOException {
    TrainingPlan plan = plan();
    TrainingResult alone;
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(data, cpu, plan)) {
      alone = training.run(event -> {});
    }
    var all = plan.with(sampled(Fanouts.of(Fanouts.ALL, Fanouts.ALL), 4096));
    TrainingResult many = train(parts, trainers, Topology.PARTITIONED, all).getFirst();
    for (int epoch = 0; epoch < 4; epoch++) {
      EpochFinished expected = alone.epochs().get(epoch);
      assertEquals(expected.loss(), many.epochs().get(epoch).loss(), 1e-5 * expected.loss());
    }
  }

  /** Whole graphs, too: trainers exchange halos inside their part. */
  @Test
  void wholeGraphsOnTrainersAreOneWorker() throws IOException {
    TrainingResult alone;
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(data, cpu, plan())) {
      alone = training.run(event -> {});
    }
    TrainingResult many = train(2, 2, Topology.PARTITIONED, plan()).getFirst();
    EpochFinished expected = alone.epochs().getLast();
    assertEquals(expected.loss(), many.epochs().getLast().loss(), 1e-5 * expected.loss());
    TrainingResult four = train(4, 1, Topology.PARTITIONED, plan()).getFirst();
    assertTrue(cost(many).bytes().get(Purpose.BOUNDARY) < cost(four).bytes().get(Purpose.BOUNDARY));
  }

  @Test
  void topologyDoesNotShow() throws IOException {
    var plan = plan().with(sampled(Fanouts.of(4, 3), 16));
    TrainingResult partitioned = train(2, 2, Topology.PARTITIONED, plan).getFirst();
    TrainingResult replicated = train(2, 2, Topology.REPLICATED, plan).getFirst();
    assertEquals(partitioned.weightsSha256(), replicated.weightsSha256());
    assertEquals(cost(partitioned).reads().peer(), cost(replicated).reads().peer());
  }

  /** Trainers of one part read it where it is: nothing crosses to another machine. */
  @Test
  void nothingCrossesInsideAPart() throws IOException {
    var plan = plan().with(sampled(Fanouts.of(4, 3), 16));
    EpochCost one = cost(train(1, 3, Topology.PARTITIONED, plan).getFirst());
    assertEquals(0, one.totalBytes());
    assertEquals(0, one.reads().peer());
    assertTrue(one.reads().local() > 0);
    EpochCost two = cost(train(2, 2, Topology.PARTITIONED, plan).getFirst());
    EpochCost four = cost(train(4, 1, Topology.PARTITIONED, plan).getFirst());
    assertTrue(two.reads().peer() > 0);
    assertTrue(
        two.reads().peer() < four.reads().peer(),
        two.reads().peer() + " of " + four.reads().peer());
  }

  @Test
  void partsThatDoNotFitAreRefused() throws IOException {
    ShardFolder shards = LocalTeam.cut(data, 2, folder.resolve("two"));
    var refused =
        assertThrows(
            BadDataException.class,
            () ->
                ThreadRanks.run(
                    6, Limits.DEFAULT, transport -> ShardTeam.join(transport, shards, 2, true)));
    assertTrue(refused.getMessage().contains("into 3 parts"), refused.getMessage());
  }
}
