package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark.Plan;
import dev.atoll.recipe.engine.ClusterBenchmark.TableCost;
import dev.atoll.recipe.engine.ClusterBenchmark.Tables;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.store.ShardTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Measures the conversion of tables with text ids to shards, by number of edges, with ten edges per
 * node. Time counts from the first read of the tables, which are Parquet, to the last file of the
 * shards, on executors that are started for every size.
 */
final class TablesTrial {
  private static final int PARTS = 2;
  private static final int EDGES_PER_NODE = 10;

  private TablesTrial() {}

  static Tables run(StandaloneCluster cluster, Plan plan) throws IOException {
    List<TableCost> sizes = new ArrayList<>();
    for (long edges : plan.edges()) {
      String folder = plan.folder().resolve("tables-" + edges).toString();
      try (SparkSession session = session(cluster, plan)) {
        write(session, edges, folder);
      }
      try (SparkSession session = session(cluster, plan)) {
        sizes.add(measure(session, cluster, edges, folder));
      }
    }
    return new Tables(PARTS, sizes);
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

  private static TableCost measure(
      SparkSession spark, StandaloneCluster cluster, long edges, String folder) throws IOException {
    awaitExecutors(spark);
    Duration cpuBefore = cpu(cluster);
    long begun = System.nanoTime();
    GraphInfo info =
        ShardTables.write(
            GraphTables.of(
                spark.read().parquet(folder + "/nodes"), spark.read().parquet(folder + "/edges")),
            PARTS,
            TablePartitioner.named("hash"),
            folder + "/shards");
    double seconds = (System.nanoTime() - begun) * 1e-9;
    double cpuSeconds = cpu(cluster).minus(cpuBefore).toMillis() * 1e-3;
    var peaks = new ArrayList<Long>();
    for (ProcessHandle executor : cluster.executors()) {
      peaks.add(peak(executor));
    }
    return new TableCost(edges, info.nodes(), seconds, cpuSeconds, peaks);
  }

  /** Waits for all executors; Spark's list also contains the driver. */
  private static void awaitExecutors(SparkSession spark) {
    while (spark.sparkContext().statusTracker().getExecutorInfos().length <= PARTS) {
      Pause.millis(50);
    }
  }

  /** The CPU time of all executors. */
  private static Duration cpu(StandaloneCluster cluster) {
    return cluster.executors().stream()
        .map(executor -> executor.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The peak resident memory of a process, including pages of mapped files. */
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
}
