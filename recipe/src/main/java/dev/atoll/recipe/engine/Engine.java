package dev.atoll.recipe.engine;

import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.util.ServiceLoader;

/**
 * Runs the workers of a job, which succeed or fail together. Engines are registered with {@link
 * ServiceLoader}: threads and processes by this module, Spark tasks by module {@code spark}.
 */
public interface Engine {
  /**
   * The engine that the settings name.
   *
   * @throws SettingsException when the module of that engine is not on the class path
   */
  static Engine of(Settings settings) {
    String name = settings.get(Keys.ENGINE);
    return ServiceLoader.load(Engine.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(engine -> engine.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new SettingsException(
                    "engine=%s: this program was started without it; for spark, start it with ./atoll or spark-submit (docs/spark.md)"
                        .formatted(name)));
  }

  /** The name in configuration. */
  String name();

  /**
   * Runs the workers; returns when all are done.
   *
   * @param lead receives the events of the first worker
   */
  void run(Job job, Dataset dataset, RunListener lead) throws IOException;
}
