package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.neighbors.UnfusedSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import dev.atoll.train.store.FeatureScaling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mini-batches on shards: k workers are one worker, and how a batch is made never shows. */
class SampledTrainingTest {
  private static final int EPOCHS = 4;

  @TempDir private Path folder;
  private int cuts;
  private Dataset data;

  @BeforeEach
  void open() throws IOException {
    data = DatasetCatalog.standard().open("cora");
  }

  @AfterEach
  void close() {
    data.close();
  }

  @ParameterizedTest
  @CsvSource({"SAGE,1", "SAGE,2", "SAGE,4", "GCN,2", "GCN,3", "GAT,2", "GAT,3"})
  void allNeighboursOnManyWorkersAreTheWholeGraphOnOne(Kind kind, int workers) throws IOException {
    assertManyAreOne(workers, plan(kind, Optional.empty()));
  }

  /** Dense rows, which meet weights before the first block, or after it. */
  @ParameterizedTest
  @CsvSource({"SAGE,true", "SAGE,false", "GCN,true", "GAT,false"})
  void denseRowsToo(Kind kind, boolean linearInput) throws IOException {
    data.close();
    data = SmallWorld.of(false);
    var model =
        new ModelSpec(kind.layers(2, 1, 0), 2, 16, 0.5f, 0, false, true, linearInput, false);
    assertManyAreOne(3, plan(kind, Optional.empty()).with(model));
  }

  private void assertManyAreOne(int workers, TrainingPlan plan) throws IOException {
    List<Double> alone;
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(data, cpu, plan)) {
      alone = losses(training.run(event -> {}));
    }
    SampledPlan all = sampled(Fanouts.of(Fanouts.ALL, Fanouts.ALL), 4096).orElseThrow();
    var result = train(new ChunkPartitioner(), workers, Topology.PARTITIONED, plan.with(all));
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      assertEquals(alone.get(epoch), losses(result).get(epoch), 1e-5 * alone.get(epoch));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void topologyFusionAndPrefetchDoNotShow(Kind kind) throws IOException {
    var base =
        new SampledPlan(
            32,
            Fanouts.of(5, 3),
            new UniformSampling(),
            Shuffle.LOCAL,
            Schedule.ahead(0),
            RowCodec.fp32());
    var other =
        new SampledPlan(
            32,
            Fanouts.of(5, 3),
            new UnfusedSampling(),
            Shuffle.LOCAL,
            Schedule.ahead(2),
            RowCodec.fp32());
    var partitioned =
        train(new RandomPartitioner(), 3, Topology.PARTITIONED, plan(kind, Optional.of(base)));
    var replicated =
        train(new RandomPartitioner(), 3, Topology.REPLICATED, plan(kind, Optional.of(other)));
    assertEquals(partitioned.weightsSha256(), replicated.weightsSha256());
    assertEquals(losses(partitioned), losses(replicated));
  }

  @ParameterizedTest
  @CsvSource({"SAGE,PARTITIONED", "GCN,REPLICATED", "GCN,PARTITIONED", "GAT,PARTITIONED"})
  void schedulesDoNotShow(Kind kind, Topology topology) throws IOException {
    SampledPlan sampled = sampled(Fanouts.of(5, 3), 8).orElseThrow();
    List<Schedule> schedules =
        new ArrayList<>(List.of(Schedule.ahead(0), Schedule.ahead(4), new TwoLevel(0, 3)));
    Policies.of(Schedule.class)
        .forEach(registered -> schedules.add(registered.make(Values.defaults())));
    TrainingResult first = null;
    for (Schedule schedule : schedules) {
      var plan = plan(kind, Optional.of(sampled.with(schedule)));
      TrainingResult result = train(new RandomPartitioner(), 3, topology, plan);
      first = first == null ? result : first;
      assertEquals(first.weightsSha256(), result.weightsSha256(), schedule.toString());
      assertEquals(cost(first).reads().peer(), cost(result).reads().peer(), schedule.toString());
    }
  }

  @Test
  void replicatedTopologyNeedsTwoRoundsPerStep() throws IOException {
    var plan = plan(Kind.SAGE, sampled(Fanouts.of(5, 3), 16));
    EpochCost replicated = cost(train(new RandomPartitioner(), 2, Topology.REPLICATED, plan));
    EpochCost partitioned = cost(train(new RandomPartitioner(), 2, Topology.PARTITIONED, plan));
    assertEquals(2, replicated.rounds());
    assertEquals(2 * 2, partitioned.rounds(), "two per layer");
    assertEquals(0, replicated.bytes().get(Purpose.SAMPLING));
    assertTrue(partitioned.bytes().get(Purpose.SAMPLING) > 0);
    assertEquals(replicated.reads().peer(), partitioned.reads().peer());
    assertEquals(
        replicated.bytes().get(Purpose.FEATURES), partitioned.bytes().get(Purpose.FEATURES));
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.train.halo.codec.RowCodecContractTest#registered")
  void bytesOfRowsFollowTheCodec(RowCodec codec) throws IOException {
    var sampled =
        new SampledPlan(
            64, Fanouts.of(4, 4), new UniformSampling(), Shuffle.GLOBAL, Schedule.ahead(1), codec);
    EpochCost cost =
        cost(
            train(
                new RandomPartitioner(),
                2,
                Topology.REPLICATED,
                plan(Kind.SAGE, Optional.of(sampled)).with(FeatureScaling.STANDARD)));
    int steps = 2;
    int workers = 2;
    long headers = (long) steps * workers * Integer.BYTES;
    long width = data.features().orElseThrow().width();
    assertEquals(
        cost.reads().peer() * (Integer.BYTES + codec.rowBytes((int) width)) + headers,
        cost.bytes().get(Purpose.FEATURES));
  }

  @Test
  void zerosOfSparseRowsDoNotTravel() throws IOException {
    var plan = plan(Kind.SAGE, sampled(Fanouts.of(4, 4), 64));
    var scaled = plan.with(FeatureScaling.STANDARD); // its rows have no zeros
    ShardFolder cut = cut(new RandomPartitioner(), 2, "cut");
    EpochCost sparse = cost(LocalTeam.train(data, _ -> cut, 2, plan).getFirst());
    EpochCost dense = cost(LocalTeam.train(data, _ -> cut, 2, scaled).getFirst());
    assertEquals(dense.reads().peer(), sparse.reads().peer());
    long fewer = dense.bytes().get(Purpose.FEATURES) / sparse.bytes().get(Purpose.FEATURES);
    assertTrue(
        fewer >= 40, "one cell in 79 of Cora's rows is set; bytes fell %d times".formatted(fewer));
  }

  @Test
  void aGoodCutMovesFewerRows() throws IOException {
    var plan = plan(Kind.SAGE, sampled(Fanouts.of(10, 5), 35));
    EpochCost random = cost(train(new RandomPartitioner(), 4, Topology.PARTITIONED, plan));
    EpochCost cut = cost(train(new MultilevelPartitioner(), 4, Topology.PARTITIONED, plan));
    assertTrue(
        cut.reads().peer() < random.reads().peer() / 2,
        "cut " + cut.reads().peer() + ", random " + random.reads().peer());
  }

  @Test
  void workersWithShardsOfDifferentCutsAreRefused() throws IOException {
    var one = cut(new RandomPartitioner(), 2, "one");
    var other = cut(new ChunkPartitioner(), 2, "other");
    var plan = plan(Kind.SAGE, sampled(Fanouts.of(5, 3), 16));
    var refused =
        assertThrows(
            BadDataException.class,
            () -> LocalTeam.train(data, rank -> rank == 0 ? one : other, 2, plan));
    assertTrue(refused.getMessage().contains("rank 1"), refused.getMessage());
  }

  private ShardFolder cut(Partitioner partitioner, int parts, String name) throws IOException {
    return LocalTeam.cut(data, partitioner, parts, Topology.PARTITIONED, folder.resolve(name));
  }

  private TrainingResult train(
      Partitioner partitioner, int workers, Topology topology, TrainingPlan plan)
      throws IOException {
    Path shards = folder.resolve("shards-" + cuts++);
    var results =
        LocalTeam.train(data, LocalTeam.cut(data, partitioner, workers, topology, shards), plan);
    results.forEach(r -> assertEquals(results.getFirst().weightsSha256(), r.weightsSha256()));
    return results.getFirst();
  }

  private static Optional<SampledPlan> sampled(Fanouts fanouts, int batch) {
    return Optional.of(
        new SampledPlan(
            batch,
            fanouts,
            new UniformSampling(),
            Shuffle.LOCAL,
            Schedule.ahead(1),
            RowCodec.fp32()));
  }

  private static TrainingPlan plan(Kind kind, Optional<SampledPlan> sampled) {
    TrainingPlan whole = TrainingPlan.of(kind.layers()).forEpochs(EPOCHS);
    return sampled.map(whole::with).orElse(whole);
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  private static EpochCost cost(TrainingResult result) {
    return result.epochs().getLast().cost();
  }
}
