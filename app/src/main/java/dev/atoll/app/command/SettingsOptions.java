package dev.atoll.app.command;

import dev.atoll.app.settings.Assignment;
import dev.atoll.app.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what a run shall be. */
final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE.yaml",
      description = "settings from a file, such as the config.yaml of an earlier run")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting; see 'atoll info --settings'")
  private final List<String> pairs = new ArrayList<>();

  private final List<Assignment> options = new ArrayList<>();

  @Option(names = "--data", paramLabel = "NAME|DIR", description = "the dataset (cora)")
  void data(String value) {
    option("data", value);
  }

  @Option(names = "--model", paramLabel = "NAME", description = "sage, gcn or gat (sage)")
  void model(String value) {
    option("model", value);
  }

  @Option(names = "--recipe", paramLabel = "NAME", description = "how to train (single)")
  void recipe(String value) {
    option("recipe", value);
  }

  @Option(
      names = "--preset",
      paramLabel = "NAME|none",
      description = "settings known to work (those of the dataset and model, where there are any)")
  void preset(String value) {
    option("preset", value);
  }

  @Option(names = "--epochs", paramLabel = "N", description = "how long to train")
  void epochs(String value) {
    option("epochs", value);
  }

  @Option(names = "--seed", paramLabel = "N", description = "fixes every random choice (0)")
  void seed(String value) {
    option("seed", value);
  }

  @Option(names = "--workers", paramLabel = "N", description = "how many share the graph (1)")
  void workers(String value) {
    option("workers", value);
  }

  @Option(names = "--engine", paramLabel = "NAME", description = "what a worker is (threads)")
  void engine(String value) {
    option("engine", value);
  }

  @Option(names = "--device", paramLabel = "NAME", description = "what computes (cpu)")
  void device(String value) {
    option("device", value);
  }

  private void option(String key, String value) {
    options.add(new Assignment(key, value, "--" + key));
  }

  Settings settings() throws IOException {
    List<Assignment> said = new ArrayList<>();
    if (config != null) {
      said.addAll(Settings.readYaml(config));
    }
    said.addAll(options);
    pairs.forEach(pair -> said.add(Assignment.ofPair(pair, "--set")));
    return Settings.of(said);
  }
}
