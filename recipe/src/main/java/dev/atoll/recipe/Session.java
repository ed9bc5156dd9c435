package dev.atoll.recipe;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.model.ModelInfo;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Trains recipes on a dataset from Java: the same runs as {@code atoll train}, without a terminal.
 *
 * <pre>{@code
 * try (Session session = Session.open("cora")) {
 *   Session.Trained trained =
 *       session.train(Recipe.named("bns-gcn").with("workers", 4).with("epochs", 50), event -> {});
 *   double accuracy = trained.training().evaluation().test().main();
 *   try (TrainedModel model = trained.model(graph, backend)) { … }
 * }
 * }</pre>
 *
 * A session is used by one thread at a time.
 */
public final class Session implements AutoCloseable {
  private static final String THREADS = "threads";

  private final Dataset dataset;
  private final Optional<String> source;
  private RunLog log = RunLog.SILENT;

  private Session(Dataset dataset, Optional<String> source) {
    this.dataset = dataset;
    this.source = source;
  }

  /**
   * A trained recipe.
   *
   * @param settings every setting of the run
   * @param training losses, scores and costs
   * @param result the same as in {@code result.json}
   * @param weights the best weights by name, in memory that lasts as long as this object
   * @param info the same as in {@code model.json}
   */
  public record Trained(
      Settings settings,
      TrainingResult training,
      RunResult result,
      Safetensors weights,
      ModelInfo info) {
    /**
     * The model on a graph, of which it may know nothing yet; the caller closes it, then the graph.
     */
    public TrainedModel model(Dataset graph, Backend backend) {
      return TrainedModel.of(info, weights, graph, backend);
    }
  }

  /** A session on a dataset that the caller closes after the session. */
  public static Session on(Dataset dataset) {
    return new Session(dataset, Optional.empty());
  }

  /** A session on a dataset by name or folder. */
  public static Session open(String nameOrFolder) throws IOException {
    return new Session(DatasetCatalog.standard().open(nameOrFolder), Optional.of(nameOrFolder));
  }

  /** Sends remarks and progress to a log. */
  public Session withLog(RunLog newLog) {
    log = newLog;
    return this;
  }

  /** Trains a recipe; its files go to a temporary folder, which is deleted. */
  public Trained train(Recipe recipe, TrainEvent.Listener listener) throws IOException {
    Path folder = Files.createTempDirectory("atoll-session");
    try {
      return train(recipe, folder, listener);
    } finally {
      new RunFolder(folder).delete();
    }
  }

  /**
   * Trains a recipe. A setting of the recipe's own that it does not read is refused, as an option
   * of the command is.
   *
   * @param folder for the files of the run, such as {@code metrics.jsonl}; absent or empty
   * @param listener receives events of the first worker while it trains
   */
  public Trained train(Recipe recipe, Path folder, TrainEvent.Listener listener)
      throws IOException {
    Settings settings = recipe.with(Keys.DATA.name(), source.orElseGet(dataset::name)).settings();
    requireReachable(settings);
    UnusedSettings.refuse(settings);
    TrainingRun run = TrainingRun.of(settings);
    RunFolder files = new RunFolder(folder);
    TrainingRun.Outcome outcome;
    try (RunWriter writer = RunWriter.create(files, run.settings(), false);
        Dataset own = dataset.withMemory(Arena.ofShared())) {
      Dataset prepared = Objectives.ready(settings, own);
      outcome = run.run(prepared, writer, log, listener);
    }
    return new Trained(
        run.settings(),
        outcome.result(),
        outcome.report(),
        Safetensors.read(files.weights(), Arena.ofAuto()),
        ModelFolder.in(folder).info());
  }

  /** Other processes open the dataset themselves. */
  private void requireReachable(Settings settings) {
    if (source.isEmpty() && !settings.get(Keys.ENGINE).equals(THREADS)) {
      throw new SettingsException(
          "engine=%s with a dataset in memory: expected engine=threads, or a session opened by the name or folder of its dataset"
              .formatted(settings.get(Keys.ENGINE)));
    }
  }

  /** Releases the dataset where the session has opened it. */
  @Override
  public void close() {
    if (source.isPresent()) {
      dataset.close();
    }
  }
}
