package dev.atoll.bench.command;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.recipe.Recipe;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options for the runs of a benchmark. */
final class BenchRuns {
  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "10",
      description = "epochs of each run; of seven and more the first three are left out (10)")
  private int epochs;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of all runs; may be given several times")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of all workers together (all cores)")
  private int threads = Parallel.allCores();

  int threads() {
    return threads;
  }

  Recipe recipe(String name) {
    Recipe recipe = Recipe.named(name).with("epochs", epochs).with("evaluate.every", epochs);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      recipe = recipe.with(setting.getKey(), setting.getValue());
    }
    return recipe;
  }
}
