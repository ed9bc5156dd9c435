package dev.atoll.recipe.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.JsonSeal;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetInfo;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.NodeIds;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.result.Build;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.PrivateFolder;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.metric.Decision;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.TensorDigest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A model on disk.
 *
 * <pre>
 *   model.json            settings, names and statistics of features, classes, where it came from
 *   weights.safetensors   the best weights
 * </pre>
 */
public record ModelFolder(Path path) {
  private static final String INFO = "model.json";
  private static final String WEIGHTS = "weights.safetensors";
  private static final String FOLDER = "model";
  private static final String REMEDY = "train again, or copy the file again";

  /** The model of a run folder, or the folder of a model itself; empty for runs without one. */
  public static Optional<ModelFolder> find(Path runOrModel) {
    return Optional.of(new ModelFolder(runOrModel))
        .filter(ModelFolder::exists)
        .or(() -> Optional.of(in(runOrModel)).filter(ModelFolder::exists));
  }

  /** The model of a run folder. */
  public static ModelFolder in(Path run) {
    return new ModelFolder(run.resolve(FOLDER));
  }

  private boolean exists() {
    return Files.isRegularFile(infoFile());
  }

  /** The file that describes the model. */
  public Path infoFile() {
    return path.resolve(INFO);
  }

  private Path weights() {
    return path.resolve(WEIGHTS);
  }

  /**
   * The weights: those of the enclosing run folder, or a copy of them.
   *
   * @throws BadDataException when they differ from the written ones
   */
  public Safetensors readWeights(Arena memory) throws IOException {
    var run = new RunFolder(path.toAbsolutePath().getParent());
    if (in(run.path()).path.equals(path.toAbsolutePath()) && run.isFinished()) {
      return run.readWeights(memory);
    }
    Safetensors read = Safetensors.read(weights(), memory);
    String found = TensorDigest.of("", read.tensors());
    if (!found.equals(info().origin().weightsSha256())) {
      throw BadDataException.at(
          weights(),
          "damaged, or of another model: expected SHA-256 %s as in %s, found %s; copy the folder again"
              .formatted(info().origin().weightsSha256(), INFO, found));
    }
    return read;
  }

  public ModelInfo info() throws IOException {
    Path file = infoFile();
    try {
      ModelInfo info = Json.read(file, ModelInfo.class);
      JsonSeal.open(file, JsonFile.tree(file, Files.readAllBytes(file)), REMEDY);
      if (!ModelInfo.FORMAT.equals(info.format()) || info.version() > ModelInfo.VERSION) {
        throw BadDataException.at(
            file,
            "format '%s' version %d; this program reads '%s' up to version %d"
                .formatted(info.format(), info.version(), ModelInfo.FORMAT, ModelInfo.VERSION));
      }
      return info;
    } catch (JsonProcessingException e) {
      throw new BadDataException(
          "%s: line %d: no valid JSON; %s"
              .formatted(file, e.getLocation() == null ? 0 : e.getLocation().getLineNr(), REMEDY),
          e);
    }
  }

  /**
   * Writes the model of a run.
   *
   * @param weights the file of its weights
   * @param sha256 their digest
   */
  public void write(Settings settings, Dataset dataset, Path weights, String sha256)
      throws IOException {
    Files.createDirectories(path);
    Files.deleteIfExists(weights());
    try {
      Files.createLink(weights(), weights);
    } catch (IOException | UnsupportedOperationException _) {
      Files.copy(weights, weights());
    }
    write(describe(settings, dataset, sha256));
  }

  private void write(ModelInfo info) throws IOException {
    AtomicFile.write(infoFile(), JsonSeal.sealed(Json.text(info)) + "\n");
  }

  /** Stores the decision rule that maps probabilities to classes. */
  public void decide(Decision decision) throws IOException {
    write(info().with(decision));
    PrivateFolder.sealFiles(path);
  }

  private static ModelInfo describe(Settings settings, Dataset dataset, String sha256)
      throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    settings.assignments().forEach(line -> texts.put(line.key(), line.text()));
    boolean standard =
        settings.get(Keys.NORMALIZE) == FeatureScaling.STANDARD && dataset.features().isPresent();
    FeatureRows rows =
        standard ? RequiredData.rows(WorkerData.of(dataset), Composition.plan(settings)) : null;
    Optional<Path> folder = folder(settings);
    var source =
        new ModelInfo.Source(
            folder.map(Path::toString).orElse(settings.get(Keys.DATA)),
            dataset.name(),
            folder.isPresent() ? digest(folder.get()) : null);
    var schema =
        new ModelInfo.Schema(
            dataset.features().map(features -> features.width()).orElse(0),
            dataset.names().columns(),
            dataset.labels().map(Labels::classes).orElse(0),
            dataset.names().classes(),
            dataset.labels().orElse(null) instanceof Labels.Multi,
            switch (dataset.ids().orElse(null)) {
              case NodeIds.Texts _ -> "text";
              case NodeIds.Numbers _ -> "numbers";
              case null -> "rows";
            },
            standard ? rows.mean() : null,
            standard ? rows.inverseDeviation() : null);
    var origin = new ModelInfo.Origin(sha256, Build.version(), Build.commit());
    return new ModelInfo(ModelInfo.FORMAT, ModelInfo.VERSION, texts, source, schema, null, origin);
  }

  /** The folder of the dataset; empty where it was in memory. */
  private static Optional<Path> folder(Settings settings) {
    try {
      Path folder =
          DatasetCatalog.standard().locate(settings.get(Keys.DATA)).toAbsolutePath().normalize();
      return Optional.of(folder).filter(DatasetFolder::isDataset);
    } catch (IOException | BadDataException _) {
      return Optional.empty();
    }
  }

  /** A digest of the digests of all files. */
  private static String digest(Path folder) throws IOException {
    DatasetInfo info = DatasetFolder.info(folder);
    var all = new StringBuilder();
    info.files()
        .forEach((file, is) -> all.append(file).append(' ').append(is.sha256()).append('\n'));
    return FileDigest.of(all.toString().getBytes(StandardCharsets.UTF_8));
  }
}
