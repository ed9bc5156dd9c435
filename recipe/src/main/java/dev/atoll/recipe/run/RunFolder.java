package dev.atoll.recipe.run;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The folder of a run.
 *
 * <pre>
 *   config.yaml            every setting; input of train --config
 *   metrics.jsonl          one object per epoch, while it runs
 *   progress.json          progress and sign of life of an unfinished run
 *   events.jsonl           launches of batches and why (schedule two-level)
 *   timeline.json          activity of every thread, for ui.perfetto.dev (--timeline)
 *   checkpoint.safetensors state of an unfinished run, for train --resume; beside
 *                          it, checkpoint.safetensors.worker-RANK-…: the state of each worker
 *   explanation.json       nodes and columns of the largest weights, by worker (dgs)
 *   explanation.svg        convergence of the masks
 *   shards/                the parts of the graph, while it runs
 *   weights.safetensors    the best weights
 *   model/                 the same with all that is needed to apply them to any graph
 *   result.json            the output of train --json; written last: then the run is complete
 * </pre>
 */
public record RunFolder(Path path) {
  private static final Path ALL = Path.of("runs");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** A folder that does not exist yet: {@code runs/cora-gcn-20260131-235959}. */
  public static RunFolder named(String dataset, String model) {
    return new RunFolder(fresh(dataset + "-" + model));
  }

  /** A path under {@code runs/} that does not exist yet: a name and the time. */
  public static Path fresh(String prefix) {
    String name = prefix + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    Path path = ALL.resolve(name);
    for (int i = 2; Files.exists(path); i++) {
      path = ALL.resolve(name + "-" + i);
    }
    return path;
  }

  /** The folder of a finished run. */
  public static RunFolder finished(Path path) {
    RunFolder run = new RunFolder(path);
    if (!run.isFinished()) {
      throw new IllegalArgumentException(
          path + " is not the folder of a finished run: no result.json and config.yaml there");
    }
    return run;
  }

  /** The run that was finished last under {@code runs/}. */
  public static RunFolder latest() throws IOException {
    RunFolder latest = null;
    if (Files.isDirectory(ALL)) {
      try (DirectoryStream<Path> paths = Files.newDirectoryStream(ALL)) {
        for (Path path : paths) {
          RunFolder run = new RunFolder(path);
          if (run.isFinished() && (latest == null || run.time().compareTo(latest.time()) > 0)) {
            latest = run;
          }
        }
      }
    }
    if (latest == null) {
      throw new IllegalArgumentException(
          "there is no finished run under runs/; train one with 'atoll train', or name its folder");
    }
    return latest;
  }

  /** The folder of a run that was interrupted. */
  public static RunFolder interrupted(Path path) {
    RunFolder run = new RunFolder(path);
    if (run.isFinished()) {
      throw new IllegalArgumentException(path + " is finished: there is nothing to resume");
    }
    if (!Files.isRegularFile(run.config())) {
      throw new IllegalArgumentException(
          path + " is not the folder of a run: it has no config.yaml");
    }
    return run;
  }

  public Path checkpoint() {
    return path.resolve("checkpoint.safetensors");
  }

  public boolean hasCheckpoint() {
    return Files.exists(checkpoint());
  }

  public Path shards() {
    return path.resolve("shards");
  }

  public boolean isFinished() {
    return Files.isRegularFile(result()) && Files.isRegularFile(config());
  }

  private FileTime time() throws IOException {
    return Files.getLastModifiedTime(result());
  }

  public List<Assignment> readSettings() throws IOException {
    return Settings.readYaml(config());
  }

  public RunResult readResult() throws IOException {
    return Json.read(result(), RunResult.class);
  }

  /** The explanations of a run; empty if there are no explanations. */
  public Optional<ExplanationReport> readExplanation() throws IOException {
    return Files.isRegularFile(explanation())
        ? Optional.of(Json.read(explanation(), ExplanationReport.class))
        : Optional.empty();
  }

  /** The lines of the file of settings; comments name the origin of each. */
  public List<String> configLines() throws IOException {
    return Files.readAllLines(config());
  }

  /** The epochs so far; a line that is just being written is left out. */
  public List<EpochLine> readMetrics() throws IOException {
    List<EpochLine> epochs = new ArrayList<>();
    String text = Files.exists(metrics()) ? Files.readString(metrics()) : "";
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      epochs.add(Json.read(line, EpochLine.class));
    }
    return epochs;
  }

  /** The start of the run: its settings are written first. */
  public Instant begun() throws IOException {
    return Files.getLastModifiedTime(config()).toInstant();
  }

  /** A text that changes with every change of a file. */
  public String stamp() throws IOException {
    StringBuilder stamp = new StringBuilder();
    for (Path file :
        List.of(config(), metrics(), progress(), timeline(), explanation(), result())) {
      if (Files.exists(file)) {
        stamp.append(Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
        stamp.append('+').append(Files.size(file));
      }
      stamp.append(';');
    }
    return stamp.toString();
  }

  /** Whether the folder holds a run, finished or not. */
  public boolean isRun() {
    return Files.isRegularFile(config())
        && (Files.isRegularFile(metrics()) || Files.isRegularFile(result()));
  }

  /** The progress of an unfinished run. */
  public Optional<RunProgress> readProgress() throws IOException {
    return RunProgress.read(progress());
  }

  Path config() {
    return path.resolve("config.yaml");
  }

  Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  Path progress() {
    return path.resolve("progress.json");
  }

  Path events() {
    return path.resolve("events.jsonl");
  }

  public Path timeline() {
    return path.resolve("timeline.json");
  }

  /** The explanations, by worker. */
  Path explanation() {
    return path.resolve("explanation.json");
  }

  Path explanationPlot() {
    return path.resolve("explanation.svg");
  }

  public Path weights() {
    return path.resolve("weights.safetensors");
  }

  /** The model with all that is needed to apply it. */
  Path model() {
    return path.resolve("model");
  }

  Path result() {
    return path.resolve("result.json");
  }

  /** Deletes the files that only an unfinished run needs. */
  void deleteTemporary() throws IOException {
    if (Files.isDirectory(path)) {
      deleteIn(path, checkpoint().getFileName() + "*");
      Files.deleteIfExists(progress());
    }
    if (Files.isDirectory(shards())) {
      deleteIn(shards(), "*");
      Files.delete(shards());
    }
  }

  private static void deleteIn(Path folder, String names) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /** Deletes the files of a run, and the folder if nothing else is in it. */
  public void delete() throws IOException {
    deleteTemporary();
    for (Path file :
        List.of(
            result(),
            weights(),
            model().resolve("model.json"),
            model().resolve("weights.safetensors"),
            model(),
            explanation(),
            explanationPlot(),
            timeline(),
            events(),
            metrics(),
            config())) {
      Files.deleteIfExists(file);
    }
    if (isEmpty()) {
      Files.delete(path);
    }
  }

  boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
      return !inside.iterator().hasNext();
    }
  }
}
