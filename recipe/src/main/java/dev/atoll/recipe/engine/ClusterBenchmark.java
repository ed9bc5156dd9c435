package dev.atoll.recipe.engine;

import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** Measures the cost of workers on a Spark cluster; implemented by module {@code spark}. */
public interface ClusterBenchmark {
  /** A measurement. */
  enum What {
    /** From command to first step, and an epoch, beside workers that are processes. */
    START,
    /** From tables with text ids to shards. */
    TABLES,
    /** A run that loses an executor, beside an undisturbed one. */
    KILLED
  }

  /**
   * Measurements to take.
   *
   * @param edges rows of the tables of edges, one measurement each
   * @param memory the heap of an executor, as Spark writes it, such as {@code 1g}
   * @param epochs of the runs
   * @param folder for the cluster, the tables and all runs; empty, and empty again afterwards
   */
  record Plan(Set<What> what, List<Long> edges, String memory, int epochs, Path folder) {}

  /** The benchmark on the class path. */
  static ClusterBenchmark elsewhere() {
    return ServiceLoader.load(ClusterBenchmark.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "bench spark: this program was started without Spark; start it with ./atoll"
                        + " (docs/spark.md)"));
  }

  /**
   * Measures on a cluster of its own on this machine.
   *
   * @param log gets a table
   * @return the same for {@code --json}
   */
  Map<String, Object> run(Plan plan, RunLog log) throws IOException;
}
