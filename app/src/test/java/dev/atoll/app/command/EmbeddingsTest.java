package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learnable rows of nodes, from the command line. */
class EmbeddingsTest {
  @TempDir Path folder;

  private Outcome train(String... more) {
    var args = new ArrayList<>(List.of("train", "--epochs", "3", "--set", "model.hidden=16"));
    args.addAll(List.of("--set", "embeddings=sparse", "--set", "embeddings.width=8"));
    args.addAll(List.of("--out", folder.resolve("run").toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void aFinishedRunScoresAsItSaid() throws IOException {
    JsonNode run = train("--recipe", "distdgl", "--json", "-").succeeded().json();
    String path = folder.resolve("run").toString();
    JsonNode again = Outcome.of("evaluate", path, "--json", "-").succeeded().json();
    assertEquals(run.at("/test/accuracy"), again.at("/test/accuracy"));
    assertTrue(run.at("/bytesPerEpoch/features").asLong() > 0);
    assertEquals("ordered", run.at("/settings/embeddings.update").asText());
    try (var files = Files.list(folder.resolve("run"))) {
      assertEquals(
          1 + run.get("workers").asInt(),
          files.filter(file -> file.toString().contains("checkpoint")).count(),
          "the last checkpoint alone");
    }
  }

  @Test
  void whatDoesNotFitIsSaidBeforeAnythingStarts() {
    train().failed(2, "embeddings=sparse", "mode=full");
    train("--recipe", "distdgl", "--set", "embeddings.update=never").failed(2, "ordered", "async");
    train("--recipe", "distdgl", "--set", "embeddings.width=0").failed(2, "embeddings.width");
    assertFalse(Files.exists(folder.resolve("run")));
  }
}
