package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.settings.SealedSettings;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features inside the shards: a worker opens only the files of its part. */
class ShardDataTest {
  @TempDir Path folder;

  private static Recipe recipe(String name, int workers, int trainers) {
    return Recipe.named(name)
        .with("workers", workers)
        .with("trainers", trainers)
        .with("epochs", 2)
        .with("threads", 1)
        .with("model.hidden", 8)
        .with("partitioner", "random")
        .with("preset", "none");
  }

  /** A dataset folder of the test's own, which it can delete. */
  private Path dataset() throws IOException {
    Path data = folder.resolve("data");
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        DatasetWriter writer = DatasetWriter.create(data, "mine")) {
      writer.graph(cora.graph());
      writer.features(cora.features().orElseThrow());
      writer.labels(cora.labels().orElseThrow());
      writer.split(cora.split("split"));
      writer.finish();
    }
    return data;
  }

  private static void delete(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(data);
  }

  /** Trains with the dataset, cuts it with features, deletes it, and trains again. */
  @ParameterizedTest
  @CsvSource({
    "threads,distdgl,2,1",
    "threads,bns-gcn,2,1",
    "threads,distdgl,4,2",
    "processes,distdgl,2,1"
  })
  void aWorkerTrainsWithoutTheDataset(String engine, String name, int workers, int trainers)
      throws IOException {
    Path data = dataset();
    Settings settings =
        recipe(name, workers, trainers)
            .with("data", data.toString())
            .with("engine", engine)
            .with("shards.features", "true")
            .settings();
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(run.resolve("config.yaml"), SealedSettings.text(settings));
    Path shards;
    String expected;
    try (Dataset whole = DatasetFolder.open(data)) {
      shards = Shards.prepare(settings, whole, folder.resolve("shards"), RunLog.SILENT);
      Settings plain = recipe(name, workers, trainers).settings();
      Path edges = Shards.prepare(plain, whole, folder.resolve("edges"), RunLog.SILENT);
      expected = weights(new ThreadsEngine(), plain, run, edges, whole);
    }
    delete(data);
    assertFalse(Files.exists(data));
    Engine own = Engine.of(settings);
    assertEquals(expected, weights(own, settings, run, shards, null));
  }

  private static String weights(
      Engine engine, Settings settings, Path run, Path shards, Dataset dataset) throws IOException {
    var job =
        new Job(settings, Composition.plan(settings), run, Optional.of(shards), Checkpoints.NONE);
    String[] found = new String[1];
    engine.run(
        job,
        dataset,
        new RunListener() {
          @Override
          public void started(String backend) {}

          @Override
          public void on(TrainEvent event) {}

          @Override
          public void processOutput(String line) {}

          @Override
          public void finished(Safetensors weights, TrainingResult result) {
            found[0] = result.weightsSha256();
          }
        });
    return found[0];
  }

  @Test
  void whatNeedsTheWholeGraphSaysSo() throws IOException {
    Settings settings = recipe("placement", 2, 1).with("shards.features", "true").settings();
    Path run = Files.createDirectory(folder.resolve("run"));
    try (Dataset cora = DatasetCatalog.standard().open("cora")) {
      Path shards = Shards.prepare(settings, cora, folder.resolve("shards"), RunLog.SILENT);
      var refused =
          assertThrows(
              BadDataException.class,
              () -> weights(new ThreadsEngine(), settings, run, shards, cora));
      assertTrue(refused.getMessage().contains("shards.features=false"), refused.getMessage());
    }
  }
}
