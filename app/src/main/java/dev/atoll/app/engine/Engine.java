package dev.atoll.app.engine;

import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.graph.Dataset;
import java.io.IOException;
import java.io.PrintStream;

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
