package dev.atoll.recipe.engine;

import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ServiceLoader;

/** Runs the workers of a job. They succeed or fail together. */
public interface Engine {
  /**
   * The engine that the settings name.
   *
   * @param errors gets what other processes say
   */
  static Engine of(Settings settings, PrintStream errors) {
    String name = settings.get(Keys.ENGINE);
    return switch (name) {
      case "threads" -> new ThreadsEngine();
      case "processes" -> new ProcessesEngine(errors);
      case "spark" -> elsewhere();
      default -> throw new IllegalStateException("no engine is named " + name);
    };
  }

  /** The engine of another room, which this one does not know. */
  private static Engine elsewhere() {
    return ServiceLoader.load(Engine.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "engine=spark: this program was started without Spark; start it with ./atoll or"
                        + " spark-submit (docs/spark.md)"));
  }

  /**
   * Returns when all workers are done.
   *
   * @param lead hears of the run from the first worker
   */
  void run(Job job, Dataset dataset, LeadListener lead) throws IOException;
}
