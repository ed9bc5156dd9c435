package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.bench.cluster.StandaloneCluster;
import dev.atoll.recipe.engine.RunListener;
import dev.atoll.spark.table.ExampleTables;
import dev.atoll.spark.table.OtherFileSystem;
import dev.atoll.spark.table.cut.HashPartitioner;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.spark.table.train.TableRun;
import dev.atoll.spark.table.train.TableTraining;
import dev.atoll.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers as tasks of a real cluster: they give the bits of threads, and end together. */
@Timeout(value = 900, unit = TimeUnit.SECONDS)
class SparkEngineTest {
  private static final String ANY =
      "train --quiet --json - --set model.hidden=16 --set checkpoint.every=3 --set"
          + " checkpoint.keep=false ";
  private static final String TRAIN = ANY + "--workers 2 --epochs 4 --recipe ";

  private static final String BATCHES = "distdgl --set batch=16";

  /** A bandwidth low enough for faults in the middle of a run. */
  private static final String LONG =
      ANY + "--workers 2 --epochs 6 --set network.latencyMicros=10000 --recipe ";

  @TempDir static Path folder;
  private static StandaloneCluster cluster;
  private static SparkSession session;

  @BeforeAll
  static void start() throws IOException {
    cluster = StandaloneCluster.start(folder, 2, 1);
    session = LocalSpark.on(cluster, Map.of(OtherFileSystem.KEY, OtherFileSystem.class.getName()));
  }

  @AfterAll
  static void stop() throws IOException {
    session.stop();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {BATCHES, "bns-gcn", "sancus-h"})
  void tasksGiveTheBitsThatThreadsGive(String recipe) throws IOException {
    JsonNode threads = run(TRAIN + recipe, "threads").json();
    JsonNode spark = run(TRAIN + recipe, "spark").json();
    assertEquals(threads.get("weightsSha256"), spark.get("weightsSha256"));
    assertEquals(threads.get("loss"), spark.get("loss"));
    assertEquals(threads.get("bytesPerEpoch"), spark.get("bytesPerEpoch"));
  }

  @Tag("slow")
  @Test
  void aKilledExecutorIsReplacedAndTheRunEndsWithTheSameBits() throws Exception {
    var repeated = new AtomicInteger();
    session
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onStageSubmitted(SparkListenerStageSubmitted stage) {
                repeated.addAndGet(stage.stageInfo().attemptNumber());
              }
            });
    JsonNode undisturbed = run(LONG + BATCHES, "threads").json();
    Path out = folder.resolve("killed");
    var running =
        CompletableFuture.supplyAsync(
            () -> Typed.command(LONG + BATCHES, "--engine", "spark", "--out", out.toString()));
    awaitFile(out.resolve("checkpoint.safetensors"), running);
    cluster.executors().getLast().destroyForcibly();
    JsonNode disturbed = running.get().json();
    assertEquals(undisturbed.get("weightsSha256"), disturbed.get("weightsSha256"));
    assertEquals(undisturbed.get("loss"), disturbed.get("loss"));
    assertEquals(6, Files.readAllLines(out.resolve("metrics.jsonl")).size());
    assertFalse(Files.exists(out.resolve("checkpoint.safetensors")));
    assertFalse(Files.exists(SparkEngine.weights(out)));
    assertEquals(1, repeated.get());
  }

  private static void awaitFile(Path file, CompletableFuture<Typed> writer) throws Exception {
    Await.until(file.toString(), () -> Files.exists(file) || writer.isDone());
    assertFalse(writer.isDone(), () -> "ended before " + file + ": " + writer.join().err());
  }

  @Test
  void aCancelledJobEndsAndLeavesTheSlotsFree() throws Exception {
    Path out = folder.resolve("cancelled");
    var running =
        CompletableFuture.supplyAsync(
            () ->
                Typed.command(
                    LONG + BATCHES + " --epochs 1000",
                    "--engine",
                    "spark",
                    "--out",
                    out.toString()));
    awaitFile(out.resolve("checkpoint.safetensors"), running);
    session.sparkContext().cancelAllJobs();
    Typed ended = running.get();
    assertEquals(1, ended.code());
    assertTrue(ended.err().contains("cancelled"), ended.err());
    assertFalse(ended.err().contains("\tat "), ended.err());
    assertEquals(0, run(TRAIN + "bns-gcn --epochs 1", "spark").code());
  }

  @Test
  void aWorkerThatFailsByItselfIsNamedAndNotRepeated() throws IOException {
    Path shards = folder.resolve("shards");
    Typed.command("partition --quiet --json - --data cora --parts 2 --out " + shards).json();
    Files.writeString(shards.resolve("part-1-halo.npy"), "damaged");
    Typed failed = run(TRAIN + BATCHES + " --set shards=" + shards, "spark");
    assertEquals(1, failed.code());
    assertTrue(failed.err().contains("rank 1"), failed.err());
    assertTrue(failed.err().contains("part-1-halo.npy: damaged"), failed.err());
    assertFalse(failed.err().contains("\tat "), failed.err());
  }

  @Test
  void whatTheClusterCannotDoIsSaidBeforeWorkStarts() {
    refuses("--workers 3", "has only 2 free slots", "--workers 2");
    refuses("--set threads=2", "spark.task.cpus=1", "--conf spark.task.cpus=2");
    session.sparkContext().conf().set("spark.dynamicAllocation.enabled", "true");
    try {
      refuses("--seed 1", "spark.dynamicAllocation.enabled=false");
    } finally {
      session.sparkContext().conf().remove("spark.dynamicAllocation.enabled");
    }
  }

  @Tag("slow")
  @Test
  void executorsOnAnotherJavaAreNamed() throws Exception {
    Path old = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    assumeTrue(Files.exists(old), "needs a JDK 17");
    Process worker = cluster.addWorker("old", 1, old);
    try {
      // the driver is one of them
      Await.until(
          "a fourth executor",
          () ->
              session.sparkContext().statusTracker().getExecutorInfos().length == 4
                  || !worker.isAlive());
      assertTrue(worker.isAlive(), "the worker on Java 17 has ended");
      refuses("--workers 3", "runs on Java 17", "JAVA_HOME");
    } finally {
      cluster.remove(worker);
    }
  }

  @Test
  @Tag("slow")
  void aKilledExecutorOfAGraphOnAnyFileSystemEndsWithTheSameBits() throws Exception {
    String place = "other://" + folder;
    String graph = place + "/stored";
    ShardTables.write(ExampleTables.tables(session), 2, new HashPartitioner(), graph);
    for (String recipe : new String[] {"distdgl", "sancus-a"}) {
      Map<String, String> settings =
          Map.of(
              "recipe", recipe,
              "epochs", "20",
              "batch", "8",
              "model.hidden", "8",
              "checkpoint.every", "2",
              "network.latencyMicros", "10000");
      String calm = place + "/calm-" + recipe;
      TableRun undisturbed = TableTraining.run(session, graph, calm, settings, RunListener.NONE);
      String killed = "/stored-killed-" + recipe;
      var running =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return TableTraining.run(
                      session, graph, place + killed, settings, RunListener.NONE);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Path checkpoint = Path.of(folder + killed, "checkpoint.safetensors");
      Await.until("a checkpoint", () -> Files.exists(checkpoint) || running.isDone());
      assertFalse(running.isDone(), "ended before its first checkpoint");
      cluster.executors().getLast().destroyForcibly();
      assertEquals(undisturbed.result().weightsSha256(), running.get().result().weightsSha256());
    }
  }

  private static void refuses(String wrong, String... said) {
    Typed refused = run(TRAIN + BATCHES + " " + wrong, "spark");
    assertEquals(2, refused.code(), refused.err());
    for (String part : said) {
      assertTrue(refused.err().contains(part), refused.err());
    }
  }

  private static Typed run(String line, String engine) {
    Path out = folder.resolve("run-" + Integer.toHexString((line + engine).hashCode()));
    return Typed.command(line, "--engine", engine, "--out", out.toString());
  }
}
