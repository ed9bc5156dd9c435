package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {
  @TempDir Path folder;

  private Outcome train(String run, String... more) {
    var args =
        new java.util.ArrayList<>(
            List.of("train", "--model", "gcn", "--epochs", "4", "--set", "model.hidden=16"));
    args.addAll(List.of("--out", folder.resolve(run).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void jsonHasEveryPromisedField() throws IOException {
    JsonNode json = train("run", "--json", "-").succeeded().json();
    assertEquals("cora", json.get("dataset").asText());
    assertEquals("single", json.get("recipe").asText());
    assertEquals("cora-gcn", json.get("preset").asText());
    assertEquals("gcn", json.get("model").asText());
    assertEquals(1, json.get("workers").asInt());
    assertEquals("threads", json.get("engine").asText());
    assertEquals("cpu", json.get("device").asText());
    assertEquals(0, json.get("seed").asInt());
    assertEquals(4, json.get("epochs").asInt());
    assertEquals(16, json.at("/settings/model.hidden").asInt());
    assertEquals("row", json.at("/settings/features.normalize").asText());
    assertTrue(json.at("/test/accuracy").isDouble());
    assertTrue(json.at("/validation/accuracy").isDouble());
    assertEquals(4, json.get("loss").size());
    for (String field :
        List.of("seconds", "sample", "fetch", "compute", "exchange", "reduce", "seedsPerSecond")) {
      assertTrue(json.get("perEpoch").get(field).isNumber(), field);
    }
    for (String field :
        List.of("features", "boundary", "gradients", "sampling", "control", "total")) {
      assertEquals(0, json.get("bytesPerEpoch").get(field).asInt(-1), field);
    }
    assertEquals(0, json.at("/rounds").asInt(-1));
    assertEquals(1, json.at("/stepsPerEpoch").asInt());
    assertEquals(0, json.at("/broadcasts/sent").asInt(-1));
    assertEquals(0, json.at("/reads/peer").asInt(-1));
    assertEquals(cpuUse(folder.resolve("run/metrics.jsonl")), json.at("/cpuUse").asDouble(), 1e-9);
    assertTrue(json.at("/memory/peakBytes/0").asLong() > 0);
    assertEquals(64, json.get("weightsSha256").asText().length());
    assertTrue(json.get("seconds").asDouble() > 0);
    for (String field : List.of("jdk", "backend", "cpu", "commit")) {
      assertTrue(json.get("provenance").get(field).isTextual(), field);
    }
  }

  /** CPU seconds over seconds of all epochs. */
  private static double cpuUse(Path metrics) throws IOException {
    double cpu = 0;
    double wall = 0;
    for (String line : Files.readAllLines(metrics)) {
      JsonNode epoch = new ObjectMapper().readTree(line);
      cpu += epoch.get("cpuSeconds").asDouble();
      wall += epoch.get("seconds").asDouble();
      assertEquals(1, epoch.get("steps").asInt());
    }
    return cpu / wall;
  }

  @Test
  void theRunFolderHoldsEverythingAndItsConfigGivesTheSameRun() throws IOException {
    JsonNode first = train("run", "--json", "-", "--seed", "7").succeeded().json();
    Path run = folder.resolve("run");
    ObjectNode kept = (ObjectNode) new ObjectMapper().readTree(run.resolve("result.json").toFile());
    assertEquals(64, kept.remove("seal").asText().length());
    assertEquals(first, kept);
    List<String> metrics = Files.readAllLines(run.resolve("metrics.jsonl"));
    assertEquals(4, metrics.size());
    assertEquals(1, new ObjectMapper().readTree(metrics.getFirst()).get("epoch").asInt());
    assertTrue(Files.size(run.resolve("weights.safetensors")) > 16 * 1433 * 4);

    Path again = folder.resolve("again");
    JsonNode second =
        Outcome.of(
                "train",
                "--config",
                run.resolve("config.yaml").toString(),
                "--out",
                again.toString(),
                "--json",
                "-",
                "--quiet")
            .succeeded()
            .json();
    assertEquals(first.get("weightsSha256"), second.get("weightsSha256"));
    assertEquals(first.get("settings"), second.get("settings"));
  }

  @Test
  void theTableAndTheRemarksGoWhereTheyBelong() {
    Outcome run = train("run").succeeded();
    assertTrue(run.out().contains("accuracy"), run.out());
    assertTrue(run.out().contains("run folder"), run.out());
    assertTrue(run.err().contains("preset cora-gcn"), run.err());
    assertTrue(run.err().contains("4/4 epochs"), run.err());
    Outcome json = train("json", "--json", "-").succeeded();
    assertTrue(json.out().startsWith("{"), json.out());
    assertTrue(json.err().contains("accuracy"), json.err());
    Outcome quiet = train("quiet", "--quiet").succeeded();
    assertEquals("", quiet.out() + quiet.err());
  }

  @Test
  void aRunIsNotOverwrittenUnasked() throws IOException {
    train("run").succeeded();
    train("run").failed(1, "holds a run already", "--overwrite");
    train("run", "--overwrite").succeeded();
    Files.createDirectory(folder.resolve("other"));
    Files.writeString(folder.resolve("other/precious.txt"), "mine");
    train("other", "--overwrite").failed(1, "not empty and not a run", "--out");
    assertEquals("mine", Files.readString(folder.resolve("other/precious.txt")));
  }

  @Test
  void anUnwritableFolderIsNamed() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    train("file/run").failed(1, "file", "--out");
  }

  @Test
  void aFailedRunLeavesNothing() {
    train("run", "--set", "split=none-such").failed(2, "split", "Known: split");
    assertFalse(Files.exists(folder.resolve("run")));
  }

  @Test
  void everythingWrongIsSaidAtOnce() {
    train("run", "--model", "gnc", "--set", "model.hiden=3", "--set", "lr=fast")
        .failed(
            2,
            "did you mean 'gcn'?",
            "did you mean 'model.hidden'?",
            "lr cannot be 'fast'",
            "a number from");
    assertFalse(Files.exists(folder.resolve("run")));
  }

  @Test
  void settingsThatDoNotFitTogetherAreBadUsage() {
    train("run", "--model", "gat", "--set", "model.heads=3")
        .failed(2, "model.hidden=16", "multiple");
  }

  @Test
  void anUnknownDatasetNamesTheNearest() {
    train("run", "--data", "croa").failed(2, "did you mean 'cora'?", "ATOLL_DATA");
  }

  @Test
  void aFolderThatIsNoDatasetSaysSo() {
    train("run", "--data", folder.toString()).failed(1, "not a dataset folder", "atoll import");
  }
}
