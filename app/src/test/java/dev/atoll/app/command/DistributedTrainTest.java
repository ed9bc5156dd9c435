package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mini-batches on several workers, from the command line. */
class DistributedTrainTest {
  @TempDir Path folder;

  private Outcome train(String run, String... more) {
    var args = new ArrayList<>(List.of("train", "--epochs", "3", "--set", "model.hidden=16"));
    args.addAll(Outcome.samples(more) ? List.of("--set", "batch=32") : List.of());
    args.addAll(List.of("--out", folder.resolve(run).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void recipesDifferInRoundsAndBytesButNotInWeights() throws IOException {
    JsonNode distdgl = train("a", "--recipe", "distdgl", "--json", "-").succeeded().json();
    JsonNode fast = train("b", "--recipe", "fastsample", "--json", "-").succeeded().json();
    assertEquals(distdgl.get("weightsSha256"), fast.get("weightsSha256"));
    assertEquals(distdgl.get("loss"), fast.get("loss"));
    assertEquals(2, fast.get("rounds").asDouble());
    assertTrue(distdgl.get("rounds").asDouble() > 2);
    assertEquals(0, fast.at("/bytesPerEpoch/sampling").asLong());
    assertTrue(distdgl.at("/bytesPerEpoch/sampling").asLong() > 0);
    assertEquals(
        distdgl.at("/bytesPerEpoch/features").asLong(),
        fast.at("/bytesPerEpoch/features").asLong());
    assertEquals(2, fast.at("/memory/peakBytes").size());
    assertTrue(fast.at("/reads/peer").asLong() > 0);
    assertFalse(Files.exists(folder.resolve("a/shards")));
  }

  @Test
  void anEmulatedNetworkTakesTimeButChangesNothing() throws IOException {
    JsonNode direct = train("a", "--recipe", "fastsample", "--json", "-").succeeded().json();
    JsonNode far =
        train(
                "b",
                "--recipe",
                "fastsample",
                "--set",
                "network.latencyMicros=2000",
                "--set",
                "network.gbps=1",
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals(direct.get("weightsSha256"), far.get("weightsSha256"));
    assertEquals(direct.get("bytesPerEpoch"), far.get("bytesPerEpoch"));
  }

  @Test
  void shardsThatWereCutBeforeAreUsed() throws IOException {
    Path shards = folder.resolve("shards");
    Outcome.of("partition", "--parts", "2", "--out", shards.toString()).succeeded();
    JsonNode cut = train("a", "--recipe", "distdgl", "--json", "-").succeeded().json();
    JsonNode given =
        train("b", "--recipe", "distdgl", "--set", "shards=" + shards, "--json", "-")
            .succeeded()
            .json();
    assertEquals(cut.get("weightsSha256"), given.get("weightsSha256"));
    assertTrue(Files.exists(shards.resolve("shards.json")));
  }

  @Test
  void whatDoesNotFitIsSaidBeforeAnythingStarts() {
    Path shards = folder.resolve("shards");
    Outcome.of("partition", "--parts", "2", "--out", shards.toString()).succeeded();
    train("a", "--recipe", "distdgl", "--workers", "3", "--set", "shards=" + shards)
        .failed(2, "2 shards", "workers=3");
    train("a", "--recipe", "fastsample", "--set", "shards=" + shards)
        .failed(2, "partitioned", "topology=replicated");
    train("a", "--recipe", "distdgl", "--set", "fanouts=5").failed(2, "fanouts=5", "model.layers");
    train("a", "--recipe", "distdgl", "--set", "fanouts=5,x").failed(2, "fanouts", "5,x");
    train("a", "--recipe", "distdgl", "--workers", "5000").failed(2, "workers");
    assertFalse(Files.exists(folder.resolve("a")));
  }

  @Test
  void shardsOfAnotherGraphAreRefused() {
    Path shards = folder.resolve("shards");
    Outcome.of("partition", "--parts", "2", "--out", shards.toString()).succeeded();
    train("a", "--recipe", "distdgl", "--task", "link", "--set", "shards=" + shards)
        .failed(2, "of another graph", "10556 edges", "without the links to predict");
    Path grid = grid("4", "9");
    Path other = grid("9", "4");
    Path ofGrid = folder.resolve("of-grid");
    Outcome.of("partition", "--data", grid.toString(), "--parts", "2", "--out", ofGrid.toString())
        .succeeded();
    Outcome.of(
            "train",
            "--data",
            other.toString(),
            "--recipe",
            "distdgl",
            "--set",
            "shards=" + ofGrid,
            "--out",
            folder.resolve("b").toString())
        .failed(2, "of another graph", "cut this dataset");
  }

  private Path grid(String rows, String columns) {
    Path into = folder.resolve(rows + "x" + columns);
    Outcome.of(
            "generate",
            "--kind",
            "grid",
            "--rows",
            rows,
            "--columns",
            columns,
            "--classes",
            "2",
            "--out",
            into.toString())
        .succeeded();
    return into;
  }

  static Stream<String> wholeGraph() {
    return SettingsLibrary.RECIPES.names().stream()
        .filter(name -> sets(name, "mode", "full") && !sets(name, "workers", "1"));
  }

  private static boolean sets(String recipe, String key, String value) {
    return SettingsLibrary.RECIPES.read(recipe).settings().stream()
        .anyMatch(line -> line.key().equals(key) && line.text().equals(value));
  }

  @ParameterizedTest
  @MethodSource("wholeGraph")
  void recipesOfTheWholeGraph(String recipe) throws IOException {
    JsonNode run =
        train("a", "--recipe", recipe, "--workers", "2", "--json", "-").succeeded().json();
    assertTrue(run.at("/bytesPerEpoch/boundary").asLong() > 0);
    assertEquals(0, run.at("/bytesPerEpoch/features").asLong());
    assertTrue(run.at("/bytesOnce/total").asLong() > 0, "features of the halo travel once");
    assertTrue(run.at("/perEpochMedian/seconds").asDouble() > 0);
    assertTrue(run.at("/perEpochDeviation/seconds").asDouble() > 0);
    boolean skips = !run.at("/settings/exchange.refresh").asText().equals("always");
    assertEquals(skips, run.at("/memory/cacheBytes/1").asLong() > 0);
    assertTrue(run.at("/broadcasts/sent").asLong() > 0);
    assertTrue(skips || run.at("/broadcasts/skipped").asLong() == 0);
  }

  @Test
  void deepModelsMayNeedLargerCaches() {
    train(
            "a",
            "--recipe",
            "sancus-e",
            "--workers",
            "2",
            "--set",
            "model.layers=6",
            "--set",
            "model.hidden=512",
            "--set",
            "exchange.directions=both",
            "--set",
            "exchange.cacheMiB=1")
        .failed(1, "6 layers", "exchange.cacheMiB", "fewer layers");
  }

  @Test
  void asManyShardsAsWorkers() throws IOException {
    Path shards = folder.resolve("shards");
    Outcome.of("partition", "--parts", "2", "--out", shards.toString()).succeeded();
    train("a", "--recipe", "bns-gcn", "--workers", "4", "--set", "shards=" + shards)
        .failed(2, "2 shards", "workers=4", "--parts 4");
  }

  @Test
  void exchangesThatCannotBeAreRefused() {
    train("a", "--recipe", "bns-gcn", "--set", "exchange.rate=1.5")
        .failed(2, "exchange.rate", "1.5");
    train("a", "--recipe", "sancus-e", "--set", "exchange.bound=-1").failed(2, "exchange.bound");
    train("a", "--recipe", "sancus-e", "--set", "exchange.bound=1.5")
        .failed(2, "exchange.bound", "whole epochs");
    train("a", "--recipe", "drop-edge", "--set", "exchange.refresh=epoch-fixed")
        .failed(2, "exchange.refresh=always");
    train("a", "--recipe", "distdgl", "--set", "inductive=true")
        .failed(2, "inductive", "mode=full");
    train("a", "--recipe", "cagnet", "--set", "exchange.refresh=peer-gap")
        .failed(2, "peer-gap", "exchange.rows=halo");
    assertFalse(Files.exists(folder.resolve("a")));
  }

  @Test
  void nothingToResumeIsSaid() {
    train("done").succeeded();
    Path done = folder.resolve("done");
    Outcome.of("train", "--resume", done.toString()).failed(1, "finished");
    Outcome.of("train", "--resume", folder.resolve("nowhere").toString()).failed(1, "config.yaml");
    Outcome.of("train", "--resume", done.toString(), "--seed", "9").failed(2, "--resume");
  }
}
