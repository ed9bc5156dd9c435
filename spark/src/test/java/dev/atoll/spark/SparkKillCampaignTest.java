package dev.atoll.spark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.bench.cluster.StandaloneCluster;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Campaign;
import dev.atoll.testkit.Campaign.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors that are killed at random epochs: Spark starts others, and the run ends with the bits
 * of an undisturbed one.
 */
@Tag("campaign")
@Tag("slow")
class SparkKillCampaignTest {
  private static final int EPOCHS = 12;
  private static final List<String> RECIPES =
      List.of(
          "distdgl --set batch=16",
          "distdgl --set batch=16 --set embeddings=sparse --set embeddings.width=4",
          "bns-gcn",
          "sancus-a");
  private static final String TRAIN =
      "train --quiet --json - --preset none --set model.hidden=4 --set checkpoint.every=2"
          + " --set checkpoint.keep=false --workers 2 --set network.latencyMicros=5000 --epochs "
          + EPOCHS
          + " --recipe ";

  @TempDir private Path folder;
  private final Map<String, JsonNode> undisturbed = new HashMap<>();
  private int begun;

  @Test
  void executorsThatAreKilled() throws Exception {
    try (StandaloneCluster cluster = StandaloneCluster.start(folder, 2, 1);
        SparkSession session = LocalSpark.on(cluster, Map.of("spark.task.maxFailures", "100"))) {
      new Campaign("killed executors", 3, Duration.ofMinutes(10))
          .run(random -> killed(cluster, random));
      session.stop();
    }
  }

  private Outcome killed(StandaloneCluster cluster, RandomGenerator random) throws Exception {
    String recipe = RECIPES.get(random.nextInt(RECIPES.size()));
    int epoch = random.nextInt(EPOCHS);
    Path run = folder.resolve("run-" + begun++);
    JsonNode expected = expected(recipe);
    var running =
        CompletableFuture.supplyAsync(
            () -> Typed.command(TRAIN + recipe, "--engine", "spark", "--out", run.toString()));
    Await.until("epoch " + epoch, () -> running.isDone() || epochs(run) > epoch);
    boolean inTime = !running.isDone();
    List<ProcessHandle> executors = cluster.executors();
    executors.get(random.nextInt(executors.size())).destroyForcibly();
    Typed ended = running.join();
    String subject = "SPARK KILL_EXECUTOR";
    if (ended.code() != 0) {
      return Outcome.bad(subject, "FAILED", recipe + " at " + epoch + ": " + ended.err());
    }
    boolean same = expected.get("weightsSha256").equals(ended.json().get("weightsSha256"));
    List<String> left = left(run);
    if (!same || !left.isEmpty()) {
      return Outcome.bad(subject, same ? "LEAKED" : "DIFFERENT", recipe + " at " + epoch + left);
    }
    return Outcome.good(subject, inTime ? "SAME_REPLACED" : "SAME_FINISHED");
  }

  private JsonNode expected(String recipe) throws IOException {
    JsonNode known = undisturbed.get(recipe);
    if (known == null) {
      String out = folder.resolve("undisturbed-" + undisturbed.size()).toString();
      known = Typed.command(TRAIN + recipe, "--engine", "threads", "--out", out).json();
      undisturbed.put(recipe, known);
    }
    return known;
  }

  private static long epochs(Path run) throws IOException {
    Path metrics = run.resolve("metrics.jsonl");
    try (Stream<String> lines =
        Files.exists(metrics) ? Files.lines(metrics) : Stream.<String>empty()) {
      return lines.count();
    }
  }

  private static List<String> left(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("run\\.lock|checkpoint.*|shards|progress\\.json|\\..*"))
          .toList();
    }
  }
}
