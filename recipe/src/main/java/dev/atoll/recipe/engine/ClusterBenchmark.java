package dev.atoll.recipe.engine;

import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** Measures the cost of workers on a Spark cluster; implemented by module {@code spark}. */
public interface ClusterBenchmark {
  /** A measurement. */
  enum Trial {
    /**
     * Seconds from the command to the first step and of an epoch, compared with process workers.
     */
    START,
    /** The conversion of tables with text ids to shards. */
    TABLES,
    /** A run that loses an executor, compared with an undisturbed one. */
    KILLED
  }

  /**
   * The measurements to take.
   *
   * @param edges rows of the tables of edges, one measurement each
   * @param memory the heap of an executor, as Spark writes it, such as {@code 1g}
   * @param epochs of the runs
   * @param folder for the cluster, the tables and all runs; empty, and empty again afterwards
   */
  record Plan(Set<Trial> what, List<Long> edges, String memory, int epochs, Path folder) {}

  /** A finished measurement. */
  sealed interface Measurement {}

  /**
   * One run with process workers, and one with workers that are Spark tasks.
   *
   * @param identical whether both runs end with the same weights
   */
  record Start(RunCost processes, RunCost spark, boolean identical) implements Measurement {
    /** An epoch on Spark over an epoch of processes. */
    public double epochRatio() {
      return spark.epochSeconds / processes.epochSeconds;
    }
  }

  /**
   * The cost of a run.
   *
   * @param aroundSeconds of the command outside its epochs: the start, and the end
   * @param epochSeconds of an epoch, the median
   */
  record RunCost(double aroundSeconds, double epochSeconds) {}

  /** Tables with text ids stored as shards; one entry per number of edges. */
  record Tables(int parts, List<TableCost> sizes) implements Measurement {}

  /**
   * The cost of storing one pair of tables.
   *
   * @param cpuSeconds of all executors
   * @param peakBytes the most resident memory of each executor
   */
  record TableCost(
      long edges, long nodes, double seconds, double cpuSeconds, List<Long> peakBytes) {
    private static final double MILLION = 1e6;

    public double secondsPerMillionEdges() {
      return seconds * MILLION / edges;
    }

    public double cpuSecondsPerMillionEdges() {
      return cpuSeconds * MILLION / edges;
    }
  }

  /**
   * A run that loses an executor, compared with one that does not.
   *
   * @param undisturbedSeconds of the command
   * @param killedSeconds of the command that lost an executor
   * @param checkpointSeconds from one checkpoint to the next
   * @param identical whether both runs end with the same weights
   */
  record Killed(
      double undisturbedSeconds, double killedSeconds, double checkpointSeconds, boolean identical)
      implements Measurement {
    public double extraSeconds() {
      return killedSeconds - undisturbedSeconds;
    }
  }

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

  /** The number of workers, and of executors, in all measurements. */
  int workers();

  /**
   * Measures on a cluster of its own on this machine.
   *
   * @param finished receives every measurement once it is taken
   */
  void run(Plan plan, Consumer<Measurement> finished) throws IOException;
}
