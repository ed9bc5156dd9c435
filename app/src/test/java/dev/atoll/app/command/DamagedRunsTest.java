package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.event.TrainEvent.StepFinished;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose files were damaged, exchanged or cut off are refused, and the file is named. */
class DamagedRunsTest {
  private static final List<String> SETTINGS =
      List.of(
          "recipe=distdgl",
          "workers=2",
          "epochs=3",
          "batch=64",
          "model.hidden=8",
          "preset=none",
          "embeddings=sparse",
          "embeddings.width=4",
          "checkpoint.every=1");

  @TempDir private Path folder;

  /** Ends a run in the middle. */
  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A run that was interrupted after a number of steps. */
  private Path stopped(String name, int steps, String... more) throws IOException {
    List<Assignment> assignments = new ArrayList<>();
    Stream.concat(SETTINGS.stream(), Arrays.stream(more))
        .forEach(pair -> assignments.add(Assignment.ofPair(pair, "test")));
    TrainingRun run = TrainingRun.of(Settings.of(assignments));
    var place = new RunFolder(folder.resolve(name));
    int[] left = {steps};
    try (Dataset dataset = DatasetCatalog.standard().open(run.settings().get(Keys.DATA));
        RunWriter writer = RunWriter.create(place, run.settings(), false)) {
      run.run(
          dataset,
          writer,
          RunLog.SILENT,
          event -> {
            if (event instanceof StepFinished && left[0]-- == 0) {
              throw new Enough();
            }
          });
    } catch (Enough _) {
      assertTrue(place.hasCheckpoint());
    }
    return place.path();
  }

  private static Outcome resume(Path run) {
    return Outcome.of("train", "--quiet", "--resume", run.toString(), "--json", "-");
  }

  private static Path copy(Path run, String name) throws IOException {
    Path copy = run.resolveSibling(name);
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(run.relativize(file).toString()));
      }
    }
    return copy;
  }

  private static List<Path> workerFiles(Path run, int rank) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".worker-" + rank + "-"))
          .sorted()
          .toList();
    }
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void whatIsNotOfTheRunAndTheMomentIsRefused() throws IOException {
    Path run = stopped("run", 4);
    Path other = stopped("other", 4, "lr=0.02");
    String checkpoint = "checkpoint.safetensors";

    Path foreign = copy(run, "foreign");
    replace(other.resolve(checkpoint), foreign.resolve(checkpoint));
    resume(foreign).failed(1, foreign.resolve(checkpoint).toString(), "other settings");

    Path swapped = copy(run, "swapped");
    Path own = workerFiles(run, 1).getLast();
    String zeroName = own.getFileName().toString().replace("worker-1-", "worker-0-");
    replace(own, swapped.resolve(zeroName));
    resume(swapped).failed(1, swapped.resolve(zeroName).toString(), "rank 1", "expected rank 0");

    Path late = copy(run, "late");
    Path earlier = workerFiles(stopped("earlier", 2), 1).getLast();
    replace(earlier, late.resolve(own.getFileName()));
    resume(late).failed(1, late.resolve(own.getFileName()).toString(), "expected rank 1 at epoch");

    Path foreignPart = copy(run, "foreign-part");
    replace(other.resolve(own.getFileName()), foreignPart.resolve(own.getFileName()));
    resume(foreignPart).failed(1, own.getFileName().toString(), "other settings");

    JsonNode undisturbed = resume(copy(run, "copy")).succeeded().json();
    assertEquals(
        undisturbed.get("weightsSha256"), resume(run).succeeded().json().get("weightsSha256"));
  }

  @Test
  void dataOfAnotherDigestIsRefused() throws IOException {
    for (String seed : List.of("1", "2")) {
      Outcome.of(
              "generate",
              "--kind",
              "sbm",
              "--nodes",
              "300",
              "--edges",
              "900",
              "--communities",
              "3",
              "--classes",
              "3",
              "--seed",
              seed,
              "--out",
              folder.resolve("d" + seed).toString())
          .succeeded();
    }
    Path data = folder.resolve("data");
    Files.move(folder.resolve("d1"), data);
    Path run = stopped("run", 2, "data=" + data);
    Files.move(data, folder.resolve("d1"));
    Files.move(folder.resolve("d2"), data);
    resume(run).failed(1, run.resolve("checkpoint.safetensors").toString(), "other data");
    Files.move(data, folder.resolve("d2"));
    Files.move(folder.resolve("d1"), data);
    resume(run).succeeded();
  }

  @Test
  void settingsThatWereCutOffOrChangedAreRefused() throws IOException {
    Path run = stopped("run", 2);
    Path config = run.resolve("config.yaml");
    String whole = Files.readString(config);
    for (int length : new int[] {whole.length() / 2, whole.length() - 2, 80, 0}) {
      Files.writeString(config, whole.substring(0, length));
      resume(run).failed(2, config.toString());
    }
    Files.writeString(config, whole.substring(0, 40));
    resume(run).failed(2, config.toString(), "cut off");
    Files.writeString(config, whole.substring(0, whole.length() / 2));
    Outcome.of("train", "--config", config.toString(), "--out", folder.resolve("x").toString())
        .failed(2, config.toString(), "cut off");
    Files.writeString(config, whole.replace("lr: 0.01", "lr: 0.02"));
    resume(run).failed(2, config.toString(), "--config");
    Files.writeString(config, whole.replaceAll("# test", "# elsewhere"));
    resume(run).succeeded();
  }

  @Test
  void aModelThatIsNotAsItWasWrittenIsNamed() throws IOException {
    Path run = folder.resolve("run");
    Outcome.of(
            "train", "--quiet", "--epochs", "2", "--set", "model.hidden=4", "--out", run.toString())
        .succeeded();
    Path model = run.resolve("model/model.json");
    String whole = Files.readString(model);
    for (String command : List.of("evaluate", "predict")) {
      Files.writeString(model, whole.replace("\"features\" : 1433", "\"features\" : 1432"));
      run(command, run).failed(1, model.toString(), "seal");
      Files.delete(model);
      run(command, run).failed(1, model.toString(), "missing");
      Files.writeString(model, whole);
      run(command, run).succeeded();
    }
  }

  @Test
  void weightsOtherThanTheResultsAreRefused() throws IOException {
    Path run = folder.resolve("run");
    Outcome.of(
            "train", "--quiet", "--epochs", "2", "--set", "model.hidden=4", "--out", run.toString())
        .succeeded();
    Path weights = run.resolve("weights.safetensors");
    byte[] whole = Files.readAllBytes(weights);
    try (var file = new RandomAccessFile(weights.toFile(), "rw")) {
      file.seek(whole.length - 3);
      file.write(0x7f);
    }
    for (String command : List.of("evaluate", "predict")) {
      run(command, run).failed(1, weights.toString(), "SHA-256");
      Files.write(weights, Arrays.copyOf(whole, 5));
      run(command, run).failed(1, weights.toString(), "safetensors");
      byte[] header = whole.clone();
      header[8] = 'x';
      Files.write(weights, header);
      run(command, run).failed(1, weights.toString());
      Files.write(weights, Arrays.copyOf(whole, whole.length - 4));
      run(command, run).failed(1, weights.toString());
      Files.write(weights, whole);
      run(command, run).succeeded();
      header = whole.clone();
      header[whole.length - 1] ^= 1;
      Files.write(weights, header);
    }
    Files.write(weights, whole);
    Files.writeString(run.resolve("result.json"), "{\"dataset\": ");
    run("evaluate", run).failed(1, run.resolve("result.json").toString());
    Outcome.of("info", run.toString()).failed(1, run.resolve("result.json").toString());
  }

  private Outcome run(String command, Path run) {
    return command.equals("evaluate")
        ? Outcome.of("evaluate", run.toString())
        : Outcome.of("predict", run.toString(), "--out", folder.resolve("out.csv").toString());
  }
}
