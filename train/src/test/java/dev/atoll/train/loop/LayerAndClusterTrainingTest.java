package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerDraws;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling.Candidates;
import dev.atoll.train.sampling.layerwise.LadiesSampling;
import dev.atoll.train.sampling.saint.SaintSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests FastGCN, LADIES, ClusterGCN and GraphSAINT on shards: partition and storage of the graph do
 * not change results.
 */
class LayerAndClusterTrainingTest {
  private static final Fanouts TWO_LAYERS = Fanouts.of(15, 10);

  @TempDir private Path folder;
  private Dataset world;

  @BeforeEach
  void open() {
    world = SmallWorld.of(false);
  }

  @AfterEach
  void close() {
    world.close();
  }

  static Stream<Sampling> policies() {
    return Stream.of(
        new FastGcnSampling(LayerSizes.of(60, 120), Candidates.NEIGHBORS),
        new FastGcnSampling(LayerSizes.of(60, 120), Candidates.ALL),
        new LadiesSampling(LayerSizes.of(60, 120)),
        new LadiesSampling(LayerSizes.of(60, 120), LayerDraws.FIXED),
        new ClusterSampling(24, 4),
        new SaintSampling(SaintSampling.Kind.NODE, 60, 1, 50),
        new SaintSampling(SaintSampling.Kind.EDGE, 30, 1, 50),
        new SaintSampling(SaintSampling.Kind.WALK, 20, 2, 0));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void topologyAndScheduleDoNotShow(Sampling sampling) throws IOException {
    for (Kind kind : List.of(Kind.SAGE, Kind.GCN)) {
      var partitioned = train(2, Topology.PARTITIONED, kind, plan(sampling, 0), 2);
      var replicated = train(2, Topology.REPLICATED, kind, plan(sampling, 2), 2);
      assertEquals(partitioned.weightsSha256(), replicated.weightsSha256(), kind + " " + sampling);
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void losesLossOnOneWorkerAndOnFour(Sampling sampling) throws IOException {
    for (int workers : List.of(1, 4)) {
      var epochs = train(workers, Topology.PARTITIONED, Kind.SAGE, plan(sampling, 1)).epochs();
      double first = epochs.getFirst().loss();
      double last = epochs.getLast().loss();
      assertTrue(
          last < 0.8 * first, "%s on %d: %s to %s".formatted(sampling, workers, first, last));
    }
  }

  @Test
  void clustersReadNoRowsOfOthersAndLayersAskForNeighbours() throws IOException {
    var clusters =
        last(train(2, Topology.PARTITIONED, Kind.SAGE, plan(new ClusterSampling(24, 4), 0)));
    assertEquals(0, clusters.cost().bytes().get(Purpose.FEATURES));
    assertEquals(0, clusters.cost().bytes().get(Purpose.SAMPLING));
    var ladies =
        last(
            train(
                2,
                Topology.PARTITIONED,
                Kind.SAGE,
                plan(new LadiesSampling(LayerSizes.of(60, 120)), 0)));
    assertTrue(ladies.cost().bytes().get(Purpose.SAMPLING) > 0);
  }

  /** Walks leave a worker's clusters; on one worker all nodes are its own. */
  @Test
  void unsupervisedClustersOfSeveralWorkersAreRefused() throws IOException {
    var spec =
        new LinkSpec(
            Decoder.Kind.DOT,
            1,
            LinkSpec.Source.UNIFORM,
            1,
            LinkSpec.Loss.BCE,
            true,
            LinkSpec.Metric.AUTO,
            List.of(10),
            0);
    TrainingPlan plan =
        TrainingPlan.of(Kind.SAGE.layers())
            .with(new Objective.Unsupervised(spec, 2))
            .with(plan(new ClusterSampling(24, 4), 0))
            .forEpochs(1);
    ShardFolder shards = LocalTeam.cut(world, 2, folder.resolve("unsupervised"));
    var refused = assertThrows(RuntimeException.class, () -> LocalTeam.train(world, shards, plan));
    assertTrue(
        refused.getMessage().contains("sampler=cluster with task=unsupervised on 2 workers"),
        refused::getMessage);
  }

  private static EpochFinished last(TrainingResult result) {
    return result.epochs().getLast();
  }

  @Test
  void sizesThatDoNotFitAreNamed() {
    var message =
        assertThrows(
                IllegalArgumentException.class,
                () -> plan(new LadiesSampling(LayerSizes.of(60, 120, 240)), 0))
            .getMessage();
    assertEquals(
        "sampler.size=60,120,240 names 3 layers, but there are 2: expected a size per layer, or one"
            + " for all",
        message);
    assertEquals(
        "sampler.size=999: expected at most the 240 nodes of the graph",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    train(
                        1,
                        Topology.PARTITIONED,
                        Kind.SAGE,
                        plan(new LadiesSampling(LayerSizes.of(999, 10)), 0)))
            .getMessage());
    assertEquals(
        "sampler.clusters=999: expected at most the 240 nodes of the graph",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    train(
                        1, Topology.PARTITIONED, Kind.SAGE, plan(new ClusterSampling(999, 10), 0)))
            .getMessage());
  }

  private static SampledPlan plan(Sampling sampling, int ahead) {
    return new SampledPlan(
        20, TWO_LAYERS, sampling, Shuffle.LOCAL, Schedule.ahead(ahead), RowCodec.fp32());
  }

  private TrainingResult train(int workers, Topology topology, Kind kind, SampledPlan sampled)
      throws IOException {
    return train(workers, topology, kind, sampled, 4);
  }

  private TrainingResult train(
      int workers, Topology topology, Kind kind, SampledPlan sampled, int epochs)
      throws IOException {
    var shards =
        LocalTeam.cut(
            world,
            new MultilevelPartitioner(),
            workers,
            topology,
            folder.resolve(workers + "-" + topology + "-" + System.nanoTime()));
    var plan = TrainingPlan.of(kind.layers()).with(sampled).forEpochs(epochs);
    return LocalTeam.train(world, shards, plan).getFirst();
  }
}
