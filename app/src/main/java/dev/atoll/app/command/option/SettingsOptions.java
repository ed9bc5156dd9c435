package dev.atoll.app.command.option;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.compose.Hosts;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a run's settings. They are unparsed texts, which the settings check together. */
public final class SettingsOptions {
  @Option(names = "--data", paramLabel = "NAME|DIR", description = "the dataset (cora)")
  private String data;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "model architecture: sage, gcn, gat, light or none (sage)")
  private String model;

  @Option(
      names = "--task",
      paramLabel = "NAME",
      description = "task: node, link, edge or unsupervised (node)")
  private String task;

  @Option(
      names = "--recipe",
      paramLabel = "NAME",
      description = "combination of strategies (single)")
  private String recipe;

  @Option(
      names = "--preset",
      paramLabel = "NAME|none",
      description = "settings known to work (those of the dataset and model, where there are any)")
  private String preset;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description =
          "number of epochs (200 at most: without this, 50 evaluations without a better validation"
              + " score end the run; --set earlyStop=0 for never)")
  private String epochs;

  @Option(names = "--seed", paramLabel = "N", description = "random seed (0)")
  private String seed;

  @Option(names = "--workers", paramLabel = "N", description = "number of workers (1)")
  private String workers;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "where workers run: threads, processes, spark (threads)")
  private String engine;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:N],…",
      description =
          "machines of the workers, this one first, each with its number of workers (1); the others"
              + " run atoll worker")
  private String hosts;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "secret that other hosts prove to know (made in the run folder)")
  private Path secretFile;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "the Spark cluster, such as spark://host:7077 (local[*])")
  private String master;

  @Option(names = "--device", paramLabel = "NAME", description = "device: cpu or cuda (cpu)")
  private String device;

  @Option(
      names = "--warm-start",
      paramLabel = "RUN",
      description = "begin with the weights of a finished run of the same model")
  private Path warmStart;

  @Option(
      names = "--timeline",
      description = "record the activity of every thread in timeline.json of the run folder")
  private boolean timeline;

  @Mixin private RecipeFolder recipes;
  @Mixin private FreeSettings free;

  public Settings settings() throws IOException {
    return free.around(own());
  }

  /** Whether any setting is given. */
  public boolean anyGiven() {
    return free.anyGiven() || !own().isEmpty();
  }

  /**
   * The settings given, without those of a recipe or preset.
   *
   * @throws IOException when a settings file cannot be read
   */
  public List<Assignment> given() throws IOException {
    return free.assignmentsAround(own());
  }

  private List<Assignment> own() {
    List<Assignment> assignments = new ArrayList<>(recipes.lines());
    add(assignments, Keys.DATA, data);
    add(assignments, Keys.MODEL.key(), model);
    add(assignments, Keys.TASK, task);
    add(assignments, Keys.RECIPE, recipe);
    add(assignments, Keys.PRESET, preset);
    add(assignments, Keys.EPOCHS, epochs);
    add(assignments, Keys.SEED, seed);
    if (hosts != null) {
      String all = Integer.toString(Hosts.parse(hosts).workers());
      FreeSettings.add(assignments, "--hosts", Keys.WORKERS, all);
      FreeSettings.add(assignments, "--hosts", Keys.ENGINE, "processes");
    }
    add(assignments, Keys.WORKERS, workers);
    add(assignments, Keys.ENGINE, engine);
    add(assignments, HostKeys.HOSTS, hosts);
    FreeSettings.add(
        assignments,
        "--secret-file",
        HostKeys.SECRET_FILE,
        secretFile == null ? null : secretFile.toAbsolutePath().toString());
    FreeSettings.add(assignments, "--master", Keys.MASTER, master);
    add(assignments, Keys.DEVICE, device);
    FreeSettings.add(
        assignments,
        "--warm-start",
        Keys.WARM_START,
        warmStart == null ? null : warmStart.toAbsolutePath().toString());
    add(assignments, Keys.TIMELINE, timeline ? "true" : null);
    return assignments;
  }

  private static void add(List<Assignment> assignments, Key<?> key, String value) {
    FreeSettings.add(assignments, "--" + key.name(), key, value);
  }
}
