package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explained sampling, from the command line. */
class ExplainedTrainTest {
  @TempDir Path folder;

  private Outcome train(String... more) {
    var args = new ArrayList<>(List.of("train", "--epochs", "3", "--preset", "none"));
    args.addAll(List.of("--set", "model.hidden=8", "--set", "batch=10", "--set", "fanouts=3,3"));
    boolean explains = List.of(more).contains("dgs");
    args.addAll(
        explains ? List.of("--set", "explain.every=4", "--set", "explain.epochs=3") : List.of());
    args.addAll(List.of("--out", folder.resolve("run").toString(), "--json", "-"));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void whatWasExplainedIsInTheRunFolder() throws IOException {
    JsonNode run = train("--recipe", "dgs", "--set", "explain.loss=0").succeeded().json();
    assertEquals(2, run.at("/explanation/cpuSeconds").size());
    assertEquals(
        4, run.at("/explanation/explanations/0").asInt(), "after 4, 8, 12, 16 of 21 steps");
    assertEquals(2, run.at("/explanation/keptColumns").size());
    assertEquals(1219, run.at("/explanation/keptColumns/1").size(), "85 % of 1,433");
    JsonNode found = new ObjectMapper().readTree(folder.resolve("run/explanation.json").toFile());
    assertEquals(12, found.at("/losses/0").size());
    assertEquals(20, found.at("/topColumns/1").size());
    assertTrue(found.at("/topNodes/0/0/weight").asDouble() > 0);
    String plot = Files.readString(folder.resolve("run/explanation.svg"));
    assertTrue(plot.startsWith("<svg") && plot.contains("worker 1"), plot);
  }

  /** Cora's rows are sparse. */
  @Test
  void gradientsNeedNoExplainer() throws IOException {
    JsonNode run =
        train("--recipe", "gradient-importance", "--set", "gradients.every=4").succeeded().json();
    assertEquals(5, run.at("/explanation/explanations/0").asInt(), "after 4, 8, … of 21 steps");
    JsonNode found = new ObjectMapper().readTree(folder.resolve("run/explanation.json").toFile());
    assertEquals(0, found.at("/losses/0").size());
    assertEquals(1, found.at("/topColumns/1/0/weight").asDouble());
    assertFalse(Files.exists(folder.resolve("run/explanation.svg")), "nothing to draw");
  }

  @Test
  void runsWithoutExplanationsSayNothingOfThem() throws IOException {
    JsonNode run = train("--recipe", "distdgl", "--set", "columns=random").succeeded().json();
    assertTrue(run.at("/explanation").isMissingNode());
    assertFalse(Files.exists(folder.resolve("run/explanation.json")));
  }

  @Test
  void whatDoesNotFitIsSaidBeforeAnythingStarts() {
    train("--set", "sampler=dgs").failed(2, "sampler=dgs", "mode=full");
    train("--set", "columns=random").failed(2, "columns=random", "mode=full");
    train("--recipe", "dgs", "--set", "columns.rate=0").failed(2, "columns.rate", "above 0");
    train("--recipe", "dgs", "--set", "columns.rate=1.2").failed(2, "columns.rate", "0 to 1");
    train("--recipe", "dgs", "--set", "sampler.deviation=-1").failed(2, "sampler.deviation");
    train("--recipe", "dgs", "--set", "explain.every=0").failed(2, "explain.every");
    train("--recipe", "dgs", "--set", "importance=none")
        .failed(2, "importance=none", "columns=all");
    train("--recipe", "dgs", "--set", "explain.mode=later").failed(2, "inline, lagged, async");
    train("--recipe", "dgs", "--set", "embeddings=sparse").failed(2, "embeddings=sparse", "dgs");
    assertFalse(Files.exists(folder.resolve("run")));
  }
}
