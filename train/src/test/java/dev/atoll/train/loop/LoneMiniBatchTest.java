package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.dgs.DgsSampling;
import dev.atoll.train.sampling.dgs.ImportanceSpec;
import dev.atoll.train.sampling.locality.LocalitySampling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that one worker trains the same mini-batches in memory as from its shard on disk. */
class LoneMiniBatchTest {
  private static final SampledPlan MINI_BATCHES = SampledPlan.of(Fanouts.of(4, 3));

  private static final LinkSpec LINKS =
      new LinkSpec(
          Decoder.Kind.DOT,
          0.2f,
          LinkSpec.Source.UNIFORM,
          2,
          LinkSpec.Loss.BCE,
          false,
          LinkSpec.Metric.AUTO,
          List.of(1, 10),
          0);

  @TempDir private Path folder;
  private final Dataset data = SmallWorld.of(false);

  @AfterEach
  void close() {
    data.close();
  }

  @Test
  void shardsOnDiskDoNotShow() throws IOException {
    ShardFolder shards = LocalTeam.cut(data, 1, folder);
    var embeddings =
        new EmbeddingSpec(5, EmbeddingSpec.Update.ORDERED, EmbeddingSpec.Rule.ADAGRAD, 0.01f);
    List<SampledPlan> plans =
        List.of(
            MINI_BATCHES,
            MINI_BATCHES.with(embeddings),
            MINI_BATCHES.with(new DgsSampling(0.1, ImportanceSpec.defaults())),
            MINI_BATCHES.with(new LocalitySampling(2)).with(PlacementPlan.cached("0.1n")));
    for (SampledPlan sampled : plans) {
      TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).forEpochs(3).with(sampled);
      TrainingResult onDisk = LocalTeam.train(data, shards, plan).getFirst();
      TrainingResult inMemory = inMemory(plan);
      assertEquals(onDisk.weightsSha256(), inMemory.weightsSha256());
      for (int epoch = 0; epoch < 3; epoch++) {
        EpochFinished one = onDisk.epochs().get(epoch);
        EpochFinished other = inMemory.epochs().get(epoch);
        assertEquals(one.loss(), other.loss());
        assertEquals(one.evaluation(), other.evaluation());
        assertEquals(one.cost().bytes(), other.cost().bytes());
        assertEquals(one.cost().reads().local(), other.cost().reads().local());
      }
    }
  }

  @Test
  void theWholeGraphIsNotTakenInstead() {
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).with(MINI_BATCHES);
    assertThrows(IllegalStateException.class, plan::fullGraph);
    try (var cpu = CpuBackend.open(1)) {
      Team other = Team.single(data, TrainingPlan.of(Kind.SAGE.layers()));
      var refused =
          assertThrows(IllegalArgumentException.class, () -> Training.open(data, cpu, plan, other));
      assertTrue(refused.getMessage().contains("Team.single(dataset, plan)"), refused.getMessage());
    }
  }

  @Test
  void tasksAboutPairsAreTrainedToo() {
    TrainingPlan plan =
        TrainingPlan.of(Kind.SAGE.layers())
            .with(new Objective.Unsupervised(LINKS, 2))
            .forEpochs(3)
            .with(MINI_BATCHES);
    List<EpochFinished> epochs = inMemory(plan).epochs();
    assertTrue(epochs.getLast().loss() < epochs.getFirst().loss());
  }

  private TrainingResult inMemory(TrainingPlan plan) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(data, cpu, plan)) {
      return training.run(event -> {});
    }
  }
}
