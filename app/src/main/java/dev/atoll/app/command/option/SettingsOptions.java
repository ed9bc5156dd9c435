package dev.atoll.app.command.option;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that say what a run shall be. They are texts here: settings check them all at once.
 */
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

  @Option(names = "--epochs", paramLabel = "N", description = "number of epochs")
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
      names = "--master",
      paramLabel = "URL",
      description = "the Spark cluster, such as spark://host:7077 (local[*])")
  private String master;

  @Option(names = "--device", paramLabel = "NAME", description = "device: cpu or cuda (cpu)")
  private String device;

  @Option(
      names = "--timeline",
      description = "record the activity of every thread in timeline.json of the run folder")
  private boolean timeline;

  @Mixin private FreeSettings free;

  public Settings settings() throws IOException {
    return free.around(own());
  }

  /** Whether any setting is given. */
  public boolean saysAnything() {
    return free.saysAnything() || !own().isEmpty();
  }

  private List<Assignment> own() {
    List<Assignment> said = new ArrayList<>();
    add(said, Keys.DATA, data);
    add(said, Keys.MODEL, model);
    add(said, Keys.TASK, task);
    add(said, Keys.RECIPE, recipe);
    add(said, Keys.PRESET, preset);
    add(said, Keys.EPOCHS, epochs);
    add(said, Keys.SEED, seed);
    add(said, Keys.WORKERS, workers);
    add(said, Keys.ENGINE, engine);
    FreeSettings.add(said, "--master", Keys.MASTER, master);
    add(said, Keys.DEVICE, device);
    add(said, Keys.TIMELINE, timeline ? "true" : null);
    return said;
  }

  private static void add(List<Assignment> said, Key<?> key, String value) {
    FreeSettings.add(said, "--" + key.name(), key, value);
  }
}
