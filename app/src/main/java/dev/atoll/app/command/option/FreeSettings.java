package dev.atoll.app.command.option;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options through which any setting can be said. */
public final class FreeSettings {
  @Option(
      names = "--config",
      paramLabel = "FILE.yaml",
      description = "settings from a file, such as the config.yaml of an earlier run")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting; 'atoll info --settings' lists them")
  private final List<String> pairs = new ArrayList<>();

  boolean saysAnything() {
    return config != null || !pairs.isEmpty();
  }

  /** The settings of the file, then the options of a command, then {@code --set}. */
  Settings around(List<Assignment> options) throws IOException {
    List<Assignment> said = new ArrayList<>();
    if (config != null) {
      said.addAll(Settings.readYaml(config));
    }
    said.addAll(options);
    pairs.forEach(pair -> said.add(Assignment.ofPair(pair, "--set")));
    return Settings.of(said);
  }

  /** Adds what an option says, if it was given. */
  public static void add(List<Assignment> said, String option, Key<?> key, String value) {
    if (value != null) {
      said.add(new Assignment(key.name(), value, option));
    }
  }
}
