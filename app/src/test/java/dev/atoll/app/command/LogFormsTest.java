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
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of a command on standard error, for people and for programs. */
class LogFormsTest {
  @TempDir private Path folder;

  @Test
  void everyLineIsAnObject() throws IOException {
    String out = folder.resolve("run").toString();
    String[] args = {
      "train", "--epochs", "2", "--set", "model.hidden=4", "--out", out, "--json", "-"
    };
    Outcome outcome = Outcome.of(with(args, "--log", "json")).succeeded();
    assertEquals(2, outcome.json().get("epochs").asInt(), "standard output is as before");
    List<JsonNode> lines = objects(outcome.err());
    assertEquals(Set.of("info"), levels(lines));
    assertTrue(lines.getFirst().get("message").asText().startsWith("sage on cora: 2,708 nodes"));
    JsonNode progress = lines.stream().filter(line -> line.has("done")).toList().getLast();
    assertEquals(2, progress.get("done").asInt());
    assertEquals(2, progress.get("total").asInt());
    assertEquals("training", progress.get("activity").asText());
    assertEquals("epochs", progress.get("unit").asText());
    String log = Files.readString(folder.resolve("run/log.txt"));
    assertTrue(log.lines().noneMatch(line -> line.contains("\"level\"")), log);
    assertTrue(log.contains(" sage on cora: 2,708 nodes"), log);
  }

  @Test
  void errorsAreObjectsToo() throws IOException {
    for (String[] wrong :
        List.of(
            new String[] {"train", "--epochs", "0"},
            new String[] {"train", "--epoch", "1"},
            new String[] {"evaluate", folder.toString()})) {
      Outcome outcome = Outcome.of(with(wrong, "--log=json"));
      assertFalse(outcome.code() == 0);
      List<JsonNode> lines = objects(outcome.err());
      assertEquals(Set.of("error"), levels(lines));
      assertFalse(lines.getFirst().get("message").asText().startsWith("atoll:"), outcome.err());
    }
    Outcome.of("info", "--log", "yaml").failed(2, "'yaml'", "json");
  }

  /** Diverges after its first checkpoint. */
  @Test
  void whatTheLibraryLogsIsShown() throws IOException {
    String[] wild = {
      "train",
      "--epochs",
      "50",
      "--preset",
      "none",
      "--quiet",
      "--set",
      "optimizer=sgd",
      "--set",
      "lr=100",
      "--set",
      "weightDecay=100",
      "--set",
      "checkpoint.every=1",
      "--set",
      "evaluate.every=1000",
      "--set",
      "model.dropout=0"
    };
    String text = folder.resolve("text").toString();
    Outcome.of(with(wild, "--out", text))
        .failed(1, "atoll: the run is not finished; to resume: atoll train --resume " + text);
    String json = folder.resolve("json").toString();
    List<JsonNode> lines = objects(Outcome.of(with(wild, "--out", json, "--log", "json")).err());
    assertEquals(Set.of("error"), levels(lines));
    assertEquals(
        "the run is not finished; to resume: atoll train --resume " + json,
        lines.getFirst().get("message").asText());
  }

  private static String[] with(String[] args, String... more) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static List<JsonNode> objects(String err) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : err.lines().toList()) {
      JsonNode node = new ObjectMapper().readTree(line);
      assertTrue(node.isObject() && node.has("time") && node.has("message"), line);
      lines.add(node);
    }
    assertFalse(lines.isEmpty());
    return lines;
  }

  private static Set<String> levels(List<JsonNode> lines) {
    return lines.stream().map(line -> line.get("level").asText()).collect(Collectors.toSet());
  }
}
