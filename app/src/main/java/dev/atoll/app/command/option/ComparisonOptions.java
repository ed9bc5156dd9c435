package dev.atoll.app.command.option;

import dev.atoll.app.compare.Comparison;
import dev.atoll.graph.policy.Suggestion;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what is compared. They are texts here: the comparison checks them. */
public final class ComparisonOptions {
  @Option(
      names = "--recipes",
      paramLabel = "A,B,…",
      description = "recipes to compare; own settings of one after a colon, as in A:batch=64")
  private String recipes;

  @Option(
      names = "--workers",
      paramLabel = "N,…",
      description = "number of workers (the recipe's own)")
  private String workers;

  @Option(names = "--seeds", paramLabel = "N", description = "number of runs of each (3)")
  private String seeds;

  @Option(names = "--seed", paramLabel = "N,…", description = "the seeds, instead of their number")
  private List<String> seed;

  @Option(
      names = "--vary",
      paramLabel = "KEY=V1,V2,…",
      description = "a row for each value of a setting; a semicolon parts values with commas")
  private List<String> vary = new ArrayList<>();

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "comparison of a paper's table; all of it can be overridden")
  private String preset;

  @Option(names = "--data", paramLabel = "NAME|DIR", description = "the dataset (cora)")
  private String data;

  @Option(names = "--model", paramLabel = "NAME", description = "sage, gcn or gat (sage)")
  private String model;

  @Option(names = "--epochs", paramLabel = "N", description = "number of epochs")
  private String epochs;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "where workers run: threads, processes, spark (threads)")
  private String engine;

  @Option(names = "--device", paramLabel = "NAME", description = "device: cpu or cuda (cpu)")
  private String device;

  @Option(
      names = "--config",
      paramLabel = "FILE.yaml",
      description = "all of this from a file, such as the comparison.yaml of an earlier one")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting, for all runs; 'atoll info --settings' lists them")
  private final List<String> pairs = new ArrayList<>();

  public Comparison comparison() throws IOException {
    List<Assignment> said = new ArrayList<>();
    if (preset != null) {
      said.addAll(known(preset));
    }
    if (config != null) {
      said.addAll(Settings.readYaml(config));
    }
    said.addAll(own());
    return Comparison.of(said);
  }

  public boolean saysAnything() {
    return preset != null || config != null || !own().isEmpty();
  }

  private static List<Assignment> known(String preset) {
    List<String> names = SettingsLibrary.COMPARISONS.names();
    if (!names.contains(preset)) {
      throw new SettingsException("--preset: " + Suggestion.unknown("comparison", preset, names));
    }
    return SettingsLibrary.COMPARISONS.read(preset).settings();
  }

  private List<Assignment> own() {
    if (seeds != null && seed != null) {
      throw new SettingsException("--seeds says how many, --seed says which: give one of them");
    }
    List<Assignment> said = new ArrayList<>();
    add(said, Comparison.RECIPES, recipes);
    add(said, Keys.WORKERS.name(), workers);
    add(said, Comparison.SEEDS, seeds);
    add(said, Keys.SEED.name(), seed == null ? null : String.join(",", seed));
    add(said, Keys.DATA.name(), data);
    add(said, Keys.MODEL.name(), model);
    add(said, Keys.EPOCHS.name(), epochs);
    add(said, Keys.ENGINE.name(), engine);
    add(said, Keys.DEVICE.name(), device);
    for (String pair : vary) {
      Assignment line = Assignment.ofPair(pair, "--vary");
      said.add(new Assignment(Comparison.VARY + line.key(), line.text(), line.place()));
    }
    pairs.forEach(pair -> said.add(Assignment.ofPair(pair, "--set")));
    return said;
  }

  private static void add(List<Assignment> said, String key, String value) {
    if (value != null) {
      said.add(new Assignment(key, value, "--" + key));
    }
  }
}
