package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** evaluate, predict and info on one trained run. */
class RunCommandsTest {
  @TempDir static Path folder;
  private static String run;
  private static JsonNode trained;

  @BeforeAll
  static void train() throws IOException {
    run = folder.resolve("run").toString();
    trained =
        Outcome.of("train", "--epochs", "5", "--set", "model.hidden=8", "--out", run, "--json", "-")
            .succeeded()
            .json();
  }

  @Test
  void evaluateGivesWhatTrainingSaid() throws IOException {
    JsonNode json = Outcome.of("evaluate", run, "--json", "-").succeeded().json();
    assertEquals(trained.get("test"), json.get("test"));
    assertEquals(trained.get("validation"), json.get("validation"));
    assertEquals(trained.get("train"), json.get("train"));
    assertTrue(Outcome.of("evaluate", run).succeeded().out().contains("validation"));
  }

  @Test
  void evaluateNamesSplitsThereAre() {
    Outcome.of("evaluate", run, "--split", "splt").failed(2, "did you mean 'split'?");
  }

  @Test
  void aFolderThatIsNoRunSaysSo() {
    Outcome.of("evaluate", folder.toString()).failed(1, "not the folder of a finished run");
  }

  @Test
  void predictedClassesAreTheLikeliest() throws IOException {
    Path csv = folder.resolve("classes.csv");
    Path probabilities = folder.resolve("p.csv");
    Outcome.of("predict", run, "--out", csv.toString()).succeeded();
    Outcome.of("predict", run, "--what", "probabilities", "--out", probabilities.toString())
        .succeeded();
    List<String> classes = Files.readAllLines(csv);
    List<String> rows = Files.readAllLines(probabilities);
    assertEquals("id,class", classes.getFirst());
    assertEquals("id,p0,p1,p2,p3,p4,p5,p6", rows.getFirst());
    assertEquals(2709, classes.size());
    for (int i = 1; i < rows.size(); i++) {
      String[] cells = rows.get(i).split(",", -1);
      double sum = 0;
      int best = 1;
      for (int c = 1; c < cells.length; c++) {
        sum += Double.parseDouble(cells[c]);
        best = Double.parseDouble(cells[c]) > Double.parseDouble(cells[best]) ? c : best;
      }
      assertEquals(1, sum, 1e-5);
      assertEquals(cells[0] + "," + (best - 1), classes.get(i));
    }
  }

  @Test
  void arraysHaveARowPerNode() throws IOException {
    Path file = folder.resolve("e.npy");
    JsonNode json =
        Outcome.of("predict", run, "--what", "embeddings", "--out", file.toString(), "--json", "-")
            .succeeded()
            .json();
    assertEquals(8, json.get("width").asInt());
    try (Arena arena = Arena.ofConfined()) {
      NpyArray array = Npy.map(file, arena);
      assertEquals(List.of(2708L, 8L), array.shape());
    }
  }

  @Test
  void anUnknownEndingNamesThoseThereAre() {
    Outcome.of("predict", run, "--out", "x.cvs").failed(2, "did you mean 'csv'?", "npy");
  }

  @Test
  void infoDescribesTheRunAndItsWeights() throws IOException {
    JsonNode json = Outcome.of("info", run, "--json", "-").succeeded().json();
    assertEquals("run", json.get("kind").asText());
    assertEquals(trained.get("weightsSha256"), json.get("weightsSha256"));
    assertTrue(Outcome.of("info", run).succeeded().out().contains("best epoch"));
    JsonNode weights =
        Outcome.of("info", run + "/weights.safetensors", "--json", "-").succeeded().json();
    assertEquals("weights", weights.get("kind").asText());
    assertEquals(trained.get("parameters"), weights.get("parameters"));
  }
}
