package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.TableTrial;
import dev.atoll.spark.ExecutorNeeds;
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
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * Measures the conversion of tables with text ids to shards, by number of edges, with ten edges per
 * node. Time counts from the first read of the tables, which are Parquet, to the last file of the
 * shards, on executors that are started for every size.
 */
public final class TablesTrial implements TableTrial {
  private static final int EDGES_PER_NODE = 10;
  private static final Duration MOST_WAIT = Duration.ofMinutes(5);

  /** Creates the trial; starts nothing. */
  public TablesTrial() {}

  @Override
  public Cost run(
      Map<String, String> conf,
      Supplier<List<ProcessHandle>> executors,
      long edges,
      int parts,
      Path folder)
      throws IOException {
    try (SparkSession session = session(conf)) {
      write(session, edges, folder.toString());
    }
    try (SparkSession session = session(conf)) {
      return measure(session, executors, parts, folder.toString());
    }
  }

  /**
   * A session with executors that can run workers.
   *
   * @param conf of Spark, with the master
   */
  public static SparkSession session(Map<String, String> conf) {
    var all = new SparkConf().setAppName("atoll");
    conf.forEach(all::set);
    all.set(ExecutorNeeds.OPTIONS_KEY, ExecutorNeeds.OPTIONS);
    all.set("spark.log.level", "ERROR");
    all.set("spark.executor.heartbeatInterval", "1s");
    return SparkSession.builder().config(all).getOrCreate();
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

  private static Cost measure(
      SparkSession spark, Supplier<List<ProcessHandle>> executors, int parts, String folder)
      throws IOException {
    awaitExecutors(spark, parts);
    Duration cpuBefore = cpu(executors.get());
    long begun = System.nanoTime();
    GraphInfo info =
        ShardTables.write(
            GraphTables.of(
                spark.read().parquet(folder + "/nodes"), spark.read().parquet(folder + "/edges")),
            parts,
            TablePartitioner.named("hash"),
            folder + "/shards");
    double seconds = (System.nanoTime() - begun) * 1e-9;
    double cpuSeconds = cpu(executors.get()).minus(cpuBefore).toMillis() * 1e-3;
    var peaks = new ArrayList<Long>();
    for (ProcessHandle executor : executors.get()) {
      peaks.add(peak(executor));
    }
    return new Cost(info.nodes(), seconds, cpuSeconds, peaks);
  }

  /** The executors that have come; Spark's list also contains the driver. */
  private static int running(SparkSession spark) {
    return spark.sparkContext().statusTracker().getExecutorInfos().length - 1;
  }

  private static void awaitExecutors(SparkSession spark, int executors) throws IOException {
    long begun = System.nanoTime();
    while (running(spark) < executors) {
      if (System.nanoTime() - begun > MOST_WAIT.toNanos()) {
        throw new IOException(
            "%d of %d executors came within %d s: are there as many cores, and memory for them?"
                .formatted(running(spark), executors, MOST_WAIT.toSeconds()));
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("stopped while waiting", e);
      }
    }
  }

  private static Duration cpu(List<ProcessHandle> executors) {
    return executors.stream()
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
