package dev.atoll.app.command.option;

import dev.atoll.app.compare.Comparison;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.FolderNames;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsCatalog;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a comparison. They are unparsed texts, which the comparison checks. */
public final class ComparisonOptions {
  @Option(
      names = "--recipes",
      paramLabel = "A,B,…",
      description = "recipes to compare; a colon adds settings to one, as in A:batch=64")
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
      description =
          "a row for each value of a setting; separate values that contain commas by semicolons")
  private List<String> vary = new ArrayList<>();

  @Option(
      names = "--align",
      paramLabel = "KEY,…",
      description = "settings in which all recipes take the value of the first that reads it")
  private String align;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "comparison of a paper's table; all of it can be overridden")
  private String preset;

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR,…",
      description = "the dataset (cora); a table for each of several")
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

  @Mixin private RecipeFolder folder;

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
    List<Assignment> read = config == null ? List.of() : Settings.readYaml(config);
    List<Assignment> assignments = new ArrayList<>();
    if (preset != null) {
      List<Assignment> folders = new ArrayList<>(read);
      folders.addAll(folder.lines());
      assignments.addAll(known(preset, SettingsCatalog.of(folders)));
    }
    assignments.addAll(read);
    assignments.addAll(own());
    return Comparison.of(assignments);
  }

  public boolean anyGiven() {
    return preset != null || config != null || !own().isEmpty();
  }

  private static List<Assignment> known(String preset, SettingsCatalog catalog) {
    return catalog
        .find(SettingsLibrary.COMPARISONS, preset)
        .orElseThrow(
            () ->
                new SettingsException(
                    "--preset: "
                        + Suggestion.unknown(
                            "comparison", preset, catalog.names(SettingsLibrary.COMPARISONS))))
        .settings();
  }

  private List<Assignment> own() {
    if (seeds != null && seed != null) {
      throw new SettingsException(
          "--seeds is a number of seeds, --seed a list of seeds: give one of them");
    }
    List<Assignment> assignments = new ArrayList<>(folder.lines());
    add(assignments, Comparison.RECIPES, recipes);
    add(assignments, Comparison.ALIGN, align);
    add(assignments, Keys.WORKERS.name(), workers);
    add(assignments, Comparison.SEEDS, seeds);
    add(assignments, Keys.SEED.name(), seed == null ? null : String.join(",", seed));
    add(assignments, Keys.DATA.name(), data == null ? null : absolute(data));
    add(assignments, Keys.MODEL.key().name(), model);
    add(assignments, Keys.EPOCHS.name(), epochs);
    add(assignments, Keys.ENGINE.name(), engine);
    add(assignments, Keys.DEVICE.name(), device);
    for (String pair : vary) {
      Assignment line = Assignment.ofPair(pair, "--vary");
      assignments.add(new Assignment(Comparison.VARY + line.key(), line.text(), line.place()));
    }
    pairs.forEach(pair -> assignments.add(Assignment.ofPair(pair, "--set")));
    return assignments;
  }

  /** A list of datasets with absolute paths of folders. */
  private static String absolute(String list) {
    List<String> names = Comparison.datasets(list).stream().map(FolderNames::absolute).toList();
    boolean commas = names.stream().anyMatch(name -> name.contains(","));
    return String.join(commas ? ";" : ",", names);
  }

  private static void add(List<Assignment> assignments, String key, String value) {
    if (value != null) {
      assignments.add(new Assignment(key, value, "--" + key));
    }
  }
}
