package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark.Plan;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.cut.HashPartitioner;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.store.ShardTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Tables with text ids that become shards, by number of edges; ten edges for every node. The clock
 * runs from the first look at the tables, which are Parquet, to the last file of the shards, on
 * executors that are started anew for every size.
 */
record TablesTrial(
    long edges, double seconds, double cpuSeconds, List<Long> peakBytes, GraphInfo info) {
  private static final int PARTS = 2;
  private static final int EDGES_PER_NODE = 10;
  private static final double MILLION = 1e6;

  static List<Map<String, Object>> run(StandaloneCluster cluster, Plan plan, RunLog log)
      throws IOException {
    var trials = new ArrayList<TablesTrial>();
    for (long edges : plan.edges()) {
      String folder = plan.folder().resolve("tables-" + edges).toString();
      try (SparkSession session = session(cluster, plan)) {
        write(session, edges, folder);
      }
      try (SparkSession session = session(cluster, plan)) {
        trials.add(measure(session, cluster, edges, folder));
      }
    }
    show(trials, plan.memory(), log);
    return trials.stream().map(trial -> trial.json(trials.getFirst())).toList();
  }

  private static SparkSession session(StandaloneCluster cluster, Plan plan) {
    String disk = plan.folder().toString();
    return cluster.session(Map.of("spark.executor.memory", plan.memory(), "spark.local.dir", disk));
  }

  private static void write(SparkSession spark, long edges, String folder) {
    long nodes = Math.max(1, edges / EDGES_PER_NODE);
    spark
        .range(nodes)
        .selectExpr(
            "concat('node-', md5(cast(id as string))) id",
            "array(rand(1), rand(2), rand(3), rand(4)) features",
            "cast(id % 8 as int) label",
            "'train' split")
        .write()
        .parquet(folder + "/nodes");
    String end = "concat('node-', md5(cast(pmod(xxhash64(id, %d), %d) as string))) %s";
    spark
        .range(edges)
        .selectExpr(end.formatted(0, nodes, "src"), end.formatted(1, nodes, "dst"))
        .write()
        .parquet(folder + "/edges");
  }

  private static TablesTrial measure(
      SparkSession spark, StandaloneCluster cluster, long edges, String folder) throws IOException {
    awaitExecutors(spark);
    Duration cpuBefore = cpu(cluster);
    long begun = System.nanoTime();
    GraphInfo info =
        ShardTables.write(
            GraphTables.of(
                spark.read().parquet(folder + "/nodes"), spark.read().parquet(folder + "/edges")),
            PARTS,
            new HashPartitioner(),
            folder + "/shards");
    double seconds = (System.nanoTime() - begun) * 1e-9;
    double cpuSeconds = cpu(cluster).minus(cpuBefore).toMillis() * 1e-3;
    var peaks = new ArrayList<Long>();
    for (ProcessHandle executor : cluster.executors()) {
      peaks.add(peak(executor));
    }
    return new TablesTrial(edges, seconds, cpuSeconds, peaks, info);
  }

  /** The driver counts as one more. */
  private static void awaitExecutors(SparkSession spark) {
    while (spark.sparkContext().statusTracker().getExecutorInfos().length <= PARTS) {
      Pause.millis(50);
    }
  }

  /** What all executors have computed. */
  private static Duration cpu(StandaloneCluster cluster) {
    return cluster.executors().stream()
        .map(executor -> executor.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The most memory that a process had resident, pages of mapped files in it. */
  private static long peak(ProcessHandle process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(0);
  }

  private double perMillion() {
    return seconds * MILLION / edges;
  }

  private long mostBytes() {
    return peakBytes.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  private static void show(List<TablesTrial> trials, String memory, RunLog log) {
    Table table =
        Table.of(
            "edges",
            "nodes",
            "time",
            "per million",
            "growth",
            "CPU per million",
            "peak of an executor");
    for (TablesTrial trial : trials) {
      table.row(
          Units.count(trial.edges),
          Units.count(trial.info.nodes()),
          Units.seconds(trial.seconds),
          Units.seconds(trial.perMillion()),
          "%.2f".formatted(trial.perMillion() / trials.getFirst().perMillion()),
          Units.seconds(trial.cpuSeconds * MILLION / trial.edges),
          Units.bytes(trial.mostBytes()));
    }
    table.show(log);
    log.line("tables with text ids to %d shards, executors of %s".formatted(PARTS, memory));
  }

  private Map<String, Object> json(TablesTrial first) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("edges", edges);
    json.put("nodes", info.nodes());
    json.put("seconds", seconds);
    json.put("secondsPerMillion", perMillion());
    json.put("growth", perMillion() / first.perMillion());
    json.put("executorCpuSeconds", cpuSeconds);
    json.put("executorPeakBytes", peakBytes);
    return json;
  }
}
