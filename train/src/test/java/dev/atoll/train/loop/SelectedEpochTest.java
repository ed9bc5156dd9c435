package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.NodeLoss;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the best epoch by a stated metric is the same for one worker and for several. */
class SelectedEpochTest {
  private static final int EPOCHS = 25;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "accuracy,4,2",
    "averagePrecision,4,3",
    "f1Macro,4,3",
    "auc,2,3",
    "averagePrecision,2,2",
    "f1Macro,2,2"
  })
  void workersChooseAsOneAloneDoes(String metric, int classes, int workers) throws IOException {
    TrainingPlan plan =
        TrainingPlan.of(Kind.GCN.layers())
            .forEpochs(EPOCHS)
            .with(new Objective.Node(NodeLoss.CROSS_ENTROPY, metric));
    try (Dataset data = withClasses(SmallWorld.of(false), classes);
        var cpu = CpuBackend.open(1);
        var single = Training.open(data, cpu, plan)) {
      TrainingResult alone = single.run(_ -> {});
      ShardFolder shards = LocalTeam.cut(data, workers, folder);
      List<TrainingResult> together = LocalTeam.train(data, shards, plan);
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        assertEquals(
            score(alone.epochs().get(epoch), metric),
            score(together.getFirst().epochs().get(epoch), metric),
            1e-6,
            "epoch " + epoch);
      }
      for (TrainingResult worker : together) {
        assertEquals(alone.bestEpoch(), worker.bestEpoch());
      }
      assertTrue(alone.bestEpoch() > 0, "a choice that is none");
    }
  }

  private static double score(EpochFinished epoch, String metric) {
    var scores = epoch.evaluation().orElseThrow().validation();
    assertEquals(metric, scores.mainName());
    return scores.main();
  }

  private static Dataset withClasses(Dataset plain, int classes) {
    var given = (Labels.Single) plain.labels().orElseThrow();
    MemorySegment labels = Arena.ofAuto().allocate(JAVA_INT, given.rows());
    for (int node = 0; node < given.rows(); node++) {
      labels.setAtIndex(JAVA_INT, node, Math.min(given.of(node), classes - 1));
    }
    return plain.with(new Labels.Single(given.rows(), classes, labels));
  }
}
