package dev.atoll.recipe.run;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.Utf8File;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.JsonSeal;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.compose.FolderNames;
import dev.atoll.recipe.result.ExplanationReport;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.SealedSettings;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.TensorDigest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The folder of a run.
 *
 * <pre>
 *   run.lock               the process that writes the folder, while it does
 *   config.yaml            every setting; input of train --config
 *   log.txt                messages of the run
 *   metrics.jsonl          one object per epoch, while it runs
 *   progress.json          progress and sign of life of an unfinished run
 *   events.jsonl           launches of batches and why (schedule two-level)
 *   timeline.json          activity of every thread, for ui.perfetto.dev (--timeline)
 *   checkpoint.safetensors state of the run, for train --resume; beside it,
 *                          checkpoint.safetensors.worker-RANK-…: the state of each worker
 *   explanation.json       nodes and columns of the largest weights, by worker (dgs)
 *   explanation.svg        convergence of the masks
 *   shards/                the parts of the graph, while it runs
 *   weights.safetensors    the best weights
 *   model/                 the same with all that is needed to apply them to any graph
 *   result.json            the output of train --json, and a seal; written last: then the run is
 *                          complete
 * </pre>
 */
public record RunFolder(Path path) {
  /** The name of the file with every setting. */
  public static final String CONFIG = "config.yaml";

  private static final Path ALL = Path.of("runs");
  private static final int MOST_NAME_LENGTH = 80;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** A folder that does not exist yet: {@code runs/cora-gcn-20260131-235959}. */
  public static RunFolder named(String dataset, String model) {
    return new RunFolder(fresh(dataset + "-" + model));
  }

  /**
   * A path under {@code runs/} that does not exist yet: a name and the time. Characters of the name
   * that a file name cannot have are dropped, because it may come from a dataset.
   */
  public static Path fresh(String prefix) {
    String name = fileName(prefix) + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    Path path = ALL.resolve(name);
    for (int i = 2; Files.exists(path); i++) {
      path = ALL.resolve(name + "-" + i);
    }
    return path;
  }

  private static String fileName(String text) {
    String name = text.replaceAll("[^\\p{L}\\p{N}._,=+-]", "-").replaceFirst("^[.-]+", "");
    return name.substring(0, Math.min(name.length(), MOST_NAME_LENGTH));
  }

  /** The folder of a finished run. */
  public static RunFolder finished(Path path) {
    RunFolder run = new RunFolder(path);
    if (!run.isFinished()) {
      throw new IllegalArgumentException(
          path
              + " is not the folder of a finished run: no result.json and config.yaml there, nor"
              + " the model.json of a model");
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
      throw new IllegalArgumentException(
          path
              + " is finished: there is nothing to resume; --epochs N with a larger number trains"
              + " it longer");
    }
    return begun(path);
  }

  /** The folder of a run, finished or interrupted. */
  public static RunFolder begun(Path path) {
    RunFolder run = new RunFolder(path);
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

  /**
   * The settings of the run; its data is found from any folder.
   *
   * @throws dev.atoll.recipe.settings.SettingsException when they are not as the run wrote them
   */
  public List<Assignment> readSettings() throws IOException {
    return FolderNames.found(SealedSettings.read(config()), path);
  }

  /**
   * The result of the run.
   *
   * @throws BadDataException when it is not as the run wrote it, or no result of a run
   */
  public RunResult readResult() throws IOException {
    RunResult result = Json.read(result(), RunResult.class);
    byte[] json = Files.readAllBytes(result());
    JsonSeal.open(result(), JsonFile.tree(result(), json), "train again, with --overwrite");
    if (Stream.of(result.dataset(), result.recipe(), result.model()).anyMatch(Objects::isNull)) {
      throw BadDataException.at(
          result(),
          "not the result of a run: expected the keys 'dataset', 'recipe' and 'model'; put back the"
              + " file, or train again, with --overwrite");
    }
    return result;
  }

  /**
   * The weights of a finished run, in memory of an arena.
   *
   * @throws BadDataException when they are not those of its result
   */
  public Safetensors readWeights(Arena memory) throws IOException {
    Safetensors read = Safetensors.read(weights(), memory);
    String expected = readResult().weightsSha256();
    String found = TensorDigest.of("", read.tensors());
    if (!expected.isEmpty() && !found.equals(expected)) {
      throw BadDataException.at(
          weights(),
          "damaged, or of another run: expected SHA-256 %s as in %s, found %s; put back the file, or train again"
              .formatted(expected, result(), found));
    }
    return read;
  }

  /** Writes the explanations of a run, and a picture of their losses if there are any. */
  public void write(ExplanationReport report) throws IOException {
    Json.write(report, explanation());
    if (report.losses().stream().anyMatch(ofWorker -> !ofWorker.isEmpty())) {
      AtomicFile.write(explanationPlot(), LossPlot.draw(report.losses()));
    }
  }

  /** The explanations of a run; empty if there are no explanations. */
  public Optional<ExplanationReport> readExplanation() throws IOException {
    return Files.isRegularFile(explanation())
        ? Optional.of(Json.read(explanation(), ExplanationReport.class))
        : Optional.empty();
  }

  /** The lines of the file of settings; comments name the origin of each. */
  public List<String> configLines() throws IOException {
    return Utf8File.lines(config());
  }

  /** The epochs so far; a line still being written is left out. */
  public List<EpochLine> readMetrics() throws IOException {
    List<EpochLine> epochs = new ArrayList<>();
    String text = Files.exists(metrics()) ? Utf8File.read(metrics()) : "";
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      epochs.add(Json.read(line, EpochLine.class, metrics(), epochs.size() + 1));
    }
    return epochs;
  }

  /** The time at which the run began: its settings are written first. */
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
    return path.resolve(CONFIG);
  }

  public Path metrics() {
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

  /** The messages of the run. */
  public Path log() {
    return path.resolve("log.txt");
  }

  /** The model with all that is needed to apply it. */
  Path model() {
    return path.resolve("model");
  }

  Path result() {
    return path.resolve("result.json");
  }

  /** Deletes the checkpoint: the run can no longer be resumed, nor trained longer. */
  public void deleteCheckpoint() throws IOException {
    if (Files.isDirectory(path)) {
      deleteIn(path, checkpoint().getFileName() + "*");
    }
  }

  /** Deletes the files that only an unfinished run needs. */
  void deleteTemporary() throws IOException {
    if (Files.isDirectory(path)) {
      deleteIn(path, ".*.part-*"); // files and shards that a kill has cut off
      Files.deleteIfExists(progress());
    }
    deleteWhole(shards());
  }

  private static void deleteIn(Path folder, String names) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
      for (Path file : files) {
        deleteWhole(file);
      }
    }
  }

  /** Deletes a file, or a folder and all that is in it; links are not followed. */
  private static void deleteWhole(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      deleteIn(file, "*");
    }
    Files.deleteIfExists(file);
  }

  /** Deletes the files of a run, and the folder if it holds no others. */
  public void delete() throws IOException {
    deleteFiles();
    deleteIfEmpty();
  }

  /**
   * Deletes the files of a run that may still be written to: moves them away first, so that no file
   * is added under the folder's name; restores files that are not of the run.
   */
  void discard() throws IOException {
    Path aside = AtomicFile.hiddenSibling(path);
    try {
      Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException _) {
      deleteFiles(); // such as a folder that is mounted
      return;
    }
    var moved = new RunFolder(aside);
    moved.deleteFiles();
    Files.deleteIfExists(aside.resolve(FolderLock.FILE));
    moved.deleteIfEmpty();
    if (Files.exists(aside)) {
      Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Deletes the files of a run; the folder and its lock stay. */
  void deleteFiles() throws IOException {
    deleteTemporary();
    deleteCheckpoint();
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
            log(),
            config())) {
      Files.deleteIfExists(file);
    }
  }

  /** Deletes the folder if it is empty; it may hold the lock of another process. */
  public void deleteIfEmpty() throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException _) {
      // it has another use
    }
  }

  /** Whether the folder holds at most a lock. */
  public boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> inside =
        Files.newDirectoryStream(path, file -> !file.endsWith(FolderLock.FILE))) {
      return !inside.iterator().hasNext();
    }
  }
}
