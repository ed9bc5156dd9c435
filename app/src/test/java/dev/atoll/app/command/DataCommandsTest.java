package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** info, generate and import. */
class DataCommandsTest {
  @TempDir Path folder;

  @Test
  void infoDescribesCora() throws IOException {
    JsonNode json = Outcome.of("info", "--data", "cora", "--json", "-").succeeded().json();
    assertEquals("dataset", json.get("kind").asText());
    assertEquals(2708, json.get("nodes").asInt());
    assertEquals(10556, json.get("edges").asInt());
    assertEquals(1433, json.get("features").asInt());
    assertEquals(7, json.get("classes").asInt());
    assertEquals(168, json.get("maxDegree").asInt());
    assertEquals(140, json.at("/splits/split/train").asInt());
    String text = Outcome.of("info", "--data", "cora").succeeded().out();
    assertTrue(text.contains("2,708"), text);
  }

  @Test
  void infoAloneSaysWhatThereIs() throws IOException {
    JsonNode json = Outcome.of("info", "--json", "-").succeeded().json();
    assertTrue(json.get("datasets").toString().contains("cora"));
    assertEquals("single", json.at("/recipes/0").asText());
    assertTrue(Outcome.of("info", "--settings").succeeded().out().contains("model.hidden"));
    assertTrue(Outcome.of("info", "--formats").succeeded().out().contains("planetoid"));
  }

  @Test
  void infoTakesOneThingAtATime() {
    Outcome.of("info", "--data", "cora", "--settings").failed(2, "mutually exclusive");
  }

  @ParameterizedTest
  @CsvSource({
    "--like arxiv --scale 0.01, 1693",
    "--like products --scale 0.001 --degree 8.5, 2449",
    "--kind sbm --nodes 500 --edges 2000 --communities 20, 500",
    "--kind rmat --levels 8, 256",
    "--kind grid --rows 10 --columns 12 --torus, 120",
    "--kind anchor --nodes 1000 --edges 5000 --community-size 100, 1000"
  })
  void generatedGraphsAreTheSameEveryTime(String options, int nodes) throws IOException {
    JsonNode json = generate("one", options);
    assertEquals(nodes, json.get("nodes").asInt());
    assertTrue(json.get("edges").asLong() > nodes);
    generate("two", options);
    try (var files = Files.list(folder.resolve("one"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".npy")).toList()) {
        Path other = folder.resolve("two").resolve(file.getFileName());
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(other), file.toString());
      }
    }
  }

  private JsonNode generate(String name, String options) throws IOException {
    String line = "generate " + options + " --json - --out " + folder.resolve(name);
    return Outcome.of(line.split(" ")).succeeded().json();
  }

  @Test
  void theSmallAnchorGraphIsTheMeasuredOne() throws IOException {
    JsonNode json = generate("anchor", "--like anchor-small");
    assertEquals(300_000, json.get("nodes").asInt());
    assertEquals(5_604_520, json.get("edges").asInt());
  }

  @Test
  void generateRefusesWhatItCannotDo() throws IOException {
    Outcome.of("generate", "--out", folder.resolve("x").toString()).failed(2, "--like", "--kind");
    Outcome.of(
            "generate",
            "--kind",
            "sbm",
            "--communities",
            "0",
            "--out",
            folder.resolve("x").toString())
        .failed(2, "communities must number");
    String like = "generate --like reddit --scale 0.001 --features 16 --out ";
    Outcome.of((like + folder.resolve("x")).split(" "))
        .failed(2, "--features has no effect with --like reddit");
    String degree = " --degree 5 --out " + folder.resolve("x");
    Outcome.of(("generate --like anchor-small" + degree).split(" "))
        .failed(2, "--degree has no effect with --like anchor-small");
    Outcome.of(("generate --kind grid" + degree).split(" ")).failed(2, "--degree goes with --like");
    Files.writeString(folder.resolve("precious"), "mine");
    Outcome.of("generate", "--kind", "grid", "--out", folder.toString())
        .failed(1, "already exists");
    assertFalse(Files.exists(folder.resolve("x")));
  }

  @Test
  void importRefusesWhatItDoesNotKnow() throws IOException {
    String out = folder.resolve("out").toString();
    Outcome.of("import", folder.resolve("none").toString(), "--out", out)
        .failed(1, "no such file or folder");
    Files.writeString(folder.resolve("notes.doc"), "hello");
    Outcome.of("import", folder.resolve("notes.doc").toString(), "--out", out)
        .failed(1, "no known format", "planetoid");
    Outcome.of("import", folder.toString(), "--format", "planetiod", "--out", out)
        .failed(2, "did you mean 'planetoid'?");
    assertFalse(Files.exists(folder.resolve("out")));
  }
}
