package dev.atoll.app.engine;

import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.graph.Dataset;
import java.io.IOException;

/** Runs the workers of a job. They succeed or fail together. */
public interface Engine {
  /** The engine that the settings name. */
  static Engine of(Settings settings) {
    String name = settings.get(Keys.ENGINE);
    return switch (name) {
      case "threads" -> new ThreadsEngine();
      default -> throw new IllegalStateException("no engine is named " + name);
    };
  }

  /**
   * Returns when all workers are done.
   *
   * @param lead hears of the run from the first worker
   */
  void run(Job job, Dataset dataset, Lead lead) throws IOException;
}
