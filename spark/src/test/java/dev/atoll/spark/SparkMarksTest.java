package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.spark.table.GraphInfo;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.HashPartitioner;
import dev.atoll.spark.table.ShardTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints what Spark costs, on a cluster of one master and two workers on this machine. {@code
 * -Dmarks.edges=5000000,50000000} sets the sizes of the tables.
 */
@Tag("slow")
class SparkMarksTest {
  private static final String TRAIN =
      "train --quiet --json - --recipe distdgl --workers 2 --set threads=1 ";

  @TempDir Path folder;

  @Test
  void startUpAndEpochs() throws IOException {
    String graph = folder.resolve("graph").toString();
    assertEquals(
        0,
        Typed.command("generate --quiet --kind sbm --nodes 50000 --edges 1000000 --out " + graph)
            .code());
    String line = TRAIN + "--epochs 12 --set evaluate.every=100 --data " + graph;
    JsonNode processes = timed("processes", line + " --engine processes", "p");
    try (var cluster = StandaloneCluster.start(folder.resolve("cluster"), 2, 1)) {
      cluster.conf().forEach(System::setProperty);
      JsonNode spark = timed("spark", line + " --engine spark --master " + cluster.master(), "s");
      cluster.conf().keySet().forEach(System::clearProperty);
      assertEquals(processes.get("weightsSha256"), spark.get("weightsSha256"));
      say(
          "an epoch: processes %.3f s, spark %.3f s"
              .formatted(
                  processes.at("/perEpoch/seconds").asDouble(),
                  spark.at("/perEpoch/seconds").asDouble()));
    }
  }

  @Test
  void aKilledExecutor() throws Exception {
    String line =
        TRAIN + "--epochs 20 --set batch=16 --set network.latencyMicros=5000 --engine spark";
    try (var cluster = StandaloneCluster.start(folder.resolve("cluster"), 2, 1);
        SparkSession _ = cluster.session()) {
      JsonNode undisturbed = timed("undisturbed", line, "u");
      var running = CompletableFuture.supplyAsync(() -> json("killed", line, "k"));
      while (!Files.exists(folder.resolve("k/checkpoint.safetensors"))) {
        Thread.sleep(10);
      }
      Thread.sleep(2000);
      cluster.executors().getLast().destroyForcibly();
      assertEquals(undisturbed.get("weightsSha256"), running.get().get("weightsSha256"));
    }
  }

  private JsonNode json(String what, String line, String out) {
    try {
      return timed(what, line, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode timed(String what, String line, String out) throws IOException {
    long begun = System.nanoTime();
    JsonNode result = Typed.command(line, "--out", folder.resolve(out).toString()).json();
    say(
        "%s: the command took %.1f s, its epochs %.1f s"
            .formatted(
                what,
                seconds(begun),
                result.at("/perEpoch/seconds").asDouble() * result.get("epochs").asInt()));
    return result;
  }

  @Test
  void fromTablesToShards() throws IOException {
    try (var cluster = StandaloneCluster.start(folder.resolve("cluster"), 2, 1);
        SparkSession session = cluster.session()) {
      for (String edges : System.getProperty("marks.edges", "1000000").split(",", -1)) {
        tables(session, Long.parseLong(edges));
      }
    }
  }

  private void tables(SparkSession spark, long edges) throws IOException {
    long nodes = edges / 10;
    String name = folder.resolve("tables-" + edges).toString();
    spark
        .range(nodes)
        .selectExpr(
            "concat('node-', md5(cast(id as string))) id",
            "array(rand(1), rand(2), rand(3), rand(4)) features",
            "cast(id % 8 as int) label",
            "'train' split")
        .write()
        .parquet(name + "/nodes");
    spark
        .range(edges)
        .selectExpr(
            "concat('node-', md5(cast(pmod(xxhash64(id), %d) as string))) src".formatted(nodes),
            "concat('node-', md5(cast(pmod(xxhash64(id, 1), %d) as string))) dst".formatted(nodes))
        .write()
        .parquet(name + "/edges");
    long begun = System.nanoTime();
    GraphInfo info =
        ShardTables.write(
            GraphTables.of(
                spark.read().parquet(name + "/nodes"), spark.read().parquet(name + "/edges")),
            2,
            new HashPartitioner(),
            name + "/shards");
    say(
        "%d edges with text ids to shards in %.1f s, %.2f s per million, executors of %s; %s"
            .formatted(edges, seconds(begun), seconds(begun) * 1e6 / edges, "1g", info.quality()));
    delete(Path.of(name));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static double seconds(long begun) {
    return (System.nanoTime() - begun) * 1e-9;
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
