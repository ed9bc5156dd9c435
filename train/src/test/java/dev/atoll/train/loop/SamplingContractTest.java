package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.sampling.dgs.DgsSampling;
import dev.atoll.train.sampling.dgs.ImportanceSpec;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.layerwise.FastGcnSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling.Candidates;
import dev.atoll.train.sampling.layerwise.LadiesSampling;
import dev.atoll.train.sampling.locality.LocalitySampling;
import dev.atoll.train.sampling.neighbors.UnfusedSampling;
import dev.atoll.train.sampling.saint.SaintSampling;
import dev.atoll.train.sampling.weighted.WeightedSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of every {@link Sampling} across workers; one line per registered policy. */
class SamplingContractTest {
  /** The effect of the number of workers. */
  private enum Workers {
    /** No effect: one worker and several train on the same batches. */
    DO_NOT_SHOW,
    /** An effect: draws depend on which nodes a worker owns. */
    SHOW
  }

  private record Line(String name, Sampling sampling, Workers workers) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Line> LINES =
      List.of(
          new Line("uniform", new UniformSampling(), Workers.DO_NOT_SHOW),
          new Line("unfused", new UnfusedSampling(), Workers.DO_NOT_SHOW),
          new Line("weighted", new WeightedSampling(), Workers.DO_NOT_SHOW),
          new Line("local-aware", new LocalitySampling(4), Workers.SHOW),
          new Line(
              "fastgcn",
              new FastGcnSampling(LayerSizes.of(60), Candidates.NEIGHBORS),
              Workers.SHOW),
          new Line("fastgcn", new FastGcnSampling(LayerSizes.of(60), Candidates.ALL), Workers.SHOW),
          new Line("ladies", new LadiesSampling(LayerSizes.of(60, 120)), Workers.SHOW),
          new Line("cluster", new ClusterSampling(24, 4), Workers.SHOW),
          new Line("saint", new SaintSampling(SaintSampling.Kind.WALK, 10, 2, 0), Workers.SHOW),
          new Line(
              "dgs",
              new DgsSampling(
                  0.1, ImportanceSpec.by(ExplainSpec.keeping(0.85).times(3, 5, 0, 0.05))),
              Workers.SHOW));

  @TempDir private Path folder;
  private Dataset world;

  @BeforeEach
  void open() {
    world = SmallWorld.weighted();
  }

  @AfterEach
  void close() {
    world.close();
  }

  static Stream<Line> lines() {
    return LINES.stream();
  }

  static Stream<Line> linesOfWhichWorkersDoNotShow() {
    return LINES.stream().filter(line -> line.workers == Workers.DO_NOT_SHOW);
  }

  @Test
  void everyRegisteredPolicyHasALine() {
    Set<String> registered =
        Policies.of(Sampling.class).stream()
            .map(Policy::name)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        LINES.stream().map(Line::name).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(registered, listed);
  }

  @Test
  void aNameGivesThePolicyOfItsLine() {
    for (Line line : LINES) {
      Sampling named = Policies.named(Sampling.class, line.name).make(Values.defaults());
      assertEquals(line.sampling.getClass(), named.getClass());
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void topologyAndScheduleDoNotShow(Line line) throws IOException {
    SampledPlan plan = plan(line.sampling, 16);
    TrainingResult partitioned = train(3, Topology.PARTITIONED, plan);
    TrainingResult replicated = train(3, Topology.REPLICATED, plan.with(new TwoLevel(100, 4)));
    assertEquals(partitioned.weightsSha256(), replicated.weightsSha256());
  }

  /** Compares to rounding, as gradients are summed in another order. */
  @ParameterizedTest
  @MethodSource("linesOfWhichWorkersDoNotShow")
  void theNumberOfWorkersDoesNotShow(Line line) throws IOException {
    SampledPlan everySeed = plan(line.sampling, 4096);
    List<Double> alone = losses(train(1, Topology.PARTITIONED, everySeed));
    List<Double> three = losses(train(3, Topology.PARTITIONED, everySeed));
    for (int epoch = 0; epoch < alone.size(); epoch++) {
      assertEquals(alone.get(epoch), three.get(epoch), 1e-5 * alone.get(epoch), "epoch " + epoch);
    }
  }

  private static SampledPlan plan(Sampling sampling, int batch) {
    return new SampledPlan(
        batch, Fanouts.of(4, 3), sampling, Shuffle.LOCAL, Schedule.ahead(1), RowCodec.fp32());
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  private TrainingResult train(int workers, Topology topology, SampledPlan sampled)
      throws IOException {
    ShardFolder shards =
        LocalTeam.cut(
            world,
            new RandomPartitioner(),
            workers,
            topology,
            folder.resolve(workers + "-" + topology));
    return LocalTeam.train(
            world, shards, TrainingPlan.of(Kind.SAGE.layers()).with(sampled).forEpochs(3))
        .getFirst();
  }
}
