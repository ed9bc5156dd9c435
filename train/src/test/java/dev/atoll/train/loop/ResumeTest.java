package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.model.Kind;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.sampling.dgs.DgsSampling;
import dev.atoll.train.sampling.dgs.ImportanceSpec;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.layerwise.FastGcnSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling.Candidates;
import dev.atoll.train.sampling.layerwise.LadiesSampling;
import dev.atoll.train.sampling.locality.LocalitySampling;
import dev.atoll.train.sampling.saint.SaintSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupted run goes on to the same bits, whatever lives beside its training. */
class ResumeTest {
  private static final ImportanceSpec OFTEN =
      ImportanceSpec.by(ExplainSpec.keeping(0.85).times(4, 5, 0, 0.05));
  private static final SampledPlan MINI_BATCHES =
      new SampledPlan(
          12,
          Fanouts.of(4, 3),
          new UniformSampling(),
          Shuffle.LOCAL,
          Schedule.ahead(2),
          new Int8());

  @TempDir private Path folder;

  static Stream<SampledPlan> plans() {
    SampledPlan embedded =
        MINI_BATCHES.with(
            new EmbeddingSpec(5, EmbeddingSpec.Update.ORDERED, EmbeddingSpec.Rule.ADAM, 0.01f));
    return Stream.of(
        MINI_BATCHES.with(new SaintSampling(SaintSampling.Kind.WALK, 5, 2, 50)),
        MINI_BATCHES.with(new SaintSampling(SaintSampling.Kind.EDGE, 6, 1, 0)),
        MINI_BATCHES.with(new ClusterSampling(24, 2)),
        MINI_BATCHES.with(new LadiesSampling(LayerSizes.of(30, 60))),
        MINI_BATCHES.with(new FastGcnSampling(LayerSizes.of(30, 60), Candidates.ALL)),
        embedded,
        embedded.with(new LocalitySampling(2)).with(PlacementPlan.cached("0.1n")),
        MINI_BATCHES.with(new DgsSampling(0.1, OFTEN)).with(PlacementPlan.cached("0.1n")),
        MINI_BATCHES.with(new DgsSampling(0.1, OFTEN)).with(Schedule.ahead(0)));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anInterruptionDoesNotShow(SampledPlan sampled) throws IOException {
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).forEpochs(3).with(sampled);
    try (Dataset data = SmallWorld.of(false)) {
      ShardFolder shards = LocalTeam.cut(data, 2, folder.resolve("shards"));
      String undisturbed = LocalTeam.train(data, shards, plan).getFirst().weightsSha256();
      Checkpoints checkpoints = Checkpoints.in(folder.resolve("checkpoint"), 3);
      LocalTeam.interrupt(data, shards, plan, checkpoints, 4);
      TrainingResult resumed =
          LocalTeam.train(data, shards, plan, checkpoints, event -> {}, null).getFirst();
      assertEquals(undisturbed, resumed.weightsSha256());
    }
  }
}
