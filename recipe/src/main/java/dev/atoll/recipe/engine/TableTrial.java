package dev.atoll.recipe.engine;

import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Measures how tables on a Spark cluster become shards; implemented by module {@code spark}. */
public interface TableTrial {
  /**
   * The cost of storing one pair of tables.
   *
   * @param cpuSeconds of all executors
   * @param peakBytes the most resident memory of each executor
   */
  record Cost(long nodes, double seconds, double cpuSeconds, List<Long> peakBytes) {}

  /** The trial on the class path. */
  static TableTrial elsewhere() {
    return ServiceLoader.load(TableTrial.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "bench spark: this program was started without Spark; start it with ./atoll"
                        + " (docs/spark.md)"));
  }

  /**
   * Makes tables with text ids and stores them as shards.
   *
   * @param conf of Spark, with the master
   * @param executors the processes of the cluster's executors
   * @param folder for the tables and shards
   */
  Cost run(
      Map<String, String> conf,
      Supplier<List<ProcessHandle>> executors,
      long edges,
      int parts,
      Path folder)
      throws IOException;
}
