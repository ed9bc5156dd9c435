package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bundled dataset, trained for real. */
class CoraTest {
  @TempDir Path cache;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void everyModelLearns(Kind kind) throws IOException {
    TrainingResult result = train(kind, 40, 2);
    assertTrue(result.evaluation().test().main() > 0.74, kind + " " + result.evaluation());
    assertTrue(result.epochs().getLast().loss() < 0.5 * result.epochs().getFirst().loss());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void theSameSeedGivesTheSameBitsOnAnyNumberOfThreads(Kind kind) throws IOException {
    String alone = train(kind, 3, 1).weightsSha256();
    assertEquals(alone, train(kind, 3, 2).weightsSha256());
    assertEquals(alone, train(kind, 3, 5).weightsSha256());
  }

  private TrainingResult train(Kind kind, int epochs, int threads) throws IOException {
    TrainingPlan plan = TrainingPlan.of(kind.layers()).forEpochs(epochs);
    try (Dataset cora = new DatasetCatalog(List.of(), cache).open("cora");
        var cpu = CpuBackend.open(threads);
        var training = Training.open(cora, cpu, plan)) {
      return training.run(_ -> {});
    }
  }
}
