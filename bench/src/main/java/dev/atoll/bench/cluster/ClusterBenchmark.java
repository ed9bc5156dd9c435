package dev.atoll.bench.cluster;

import dev.atoll.recipe.engine.TableTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Measures the cost of workers on a Spark cluster. */
public final class ClusterBenchmark {
  /** The number of workers, and of executors, in all measurements. */
  public static final int WORKERS = 2;

  private ClusterBenchmark() {}

  /** A measurement. */
  public enum Trial {
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
  public record Plan(Set<Trial> what, List<Long> edges, String memory, int epochs, Path folder) {}

  /** A finished measurement. */
  public sealed interface Measurement {}

  /**
   * One run with process workers, and one with workers that are Spark tasks.
   *
   * @param identical whether both runs end with the same weights
   */
  public record Start(RunCost processes, RunCost spark, boolean identical) implements Measurement {
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
  public record RunCost(double aroundSeconds, double epochSeconds) {}

  /** Tables with text ids stored as shards; one entry per number of edges. */
  public record Tables(int parts, List<TableCost> sizes) implements Measurement {}

  /** The cost of storing one pair of tables. */
  public record TableCost(long edges, TableTrial.Cost cost) {
    private static final double MILLION = 1e6;

    public double secondsPerMillionEdges() {
      return cost.seconds() * MILLION / edges;
    }

    public double cpuSecondsPerMillionEdges() {
      return cost.cpuSeconds() * MILLION / edges;
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
  public record Killed(
      double undisturbedSeconds, double killedSeconds, double checkpointSeconds, boolean identical)
      implements Measurement {
    public double extraSeconds() {
      return killedSeconds - undisturbedSeconds;
    }
  }

  /**
   * Takes the measurements one after the other, each on a newly started cluster of this machine.
   *
   * @param finished receives every measurement once it is taken
   */
  public static void run(Plan plan, Consumer<Measurement> finished) throws IOException {
    TableTrial tables = TableTrial.elsewhere();
    for (Trial what : plan.what()) {
      try (var cluster = StandaloneCluster.start(plan.folder().resolve("spark"), WORKERS, 1)) {
        finished.accept(
            switch (what) {
              case START -> StartTrial.run(cluster, plan);
              case TABLES -> tables(tables, cluster, plan);
              case KILLED -> KilledTrial.run(cluster, plan);
            });
      }
    }
  }

  private static Tables tables(TableTrial trial, StandaloneCluster cluster, Plan plan)
      throws IOException {
    Map<String, String> conf = new HashMap<>(cluster.conf());
    conf.put("spark.master", cluster.master());
    conf.put("spark.executor.memory", plan.memory());
    conf.put("spark.local.dir", plan.folder().toString());
    List<TableCost> sizes = new ArrayList<>();
    for (long edges : plan.edges()) {
      Path folder = plan.folder().resolve("tables-" + edges);
      sizes.add(new TableCost(edges, trial.run(conf, cluster::executors, edges, WORKERS, folder)));
    }
    return new Tables(WORKERS, sizes);
  }
}
