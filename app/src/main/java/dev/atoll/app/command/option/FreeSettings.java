package dev.atoll.app.command.option;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options {@code --config} and {@code --set}, which set any setting. */
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

  boolean anyGiven() {
    return config != null || !pairs.isEmpty();
  }

  /** The settings of the file, then the options of a command, then {@code --set}. */
  Settings around(List<Assignment> options) throws IOException {
    return Settings.of(assignmentsAround(options));
  }

  List<Assignment> assignmentsAround(List<Assignment> options) throws IOException {
    List<Assignment> assignments = new ArrayList<>();
    if (config != null) {
      assignments.addAll(Settings.readYaml(config));
    }
    assignments.addAll(options);
    pairs.forEach(pair -> assignments.add(Assignment.ofPair(pair, "--set")));
    return assignments;
  }

  /** Adds the value of an option, if it was given. */
  public static void add(List<Assignment> assignments, String option, Key<?> key, String value) {
    if (value != null) {
      assignments.add(new Assignment(key.name(), value, option));
    }
  }
}
