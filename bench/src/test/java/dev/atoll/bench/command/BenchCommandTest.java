package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @Test
  void samplersAreTimedAndCompared() throws IOException {
    JsonNode json =
        Outcome.of(
                "bench",
                "sample",
                "--data",
                "cora",
                "--batch",
                "64",
                "--fanouts",
                "5,-1",
                "--threads",
                "2",
                "--repeats",
                "1",
                "--json",
                "-")
            .succeeded()
            .json();
    assertTrue(json.at("/fused/edgesPerSecond").asDouble() > 0, json::toString);
    assertTrue(json.at("/unfused/edgesPerSecond").asDouble() > 0, json::toString);
    assertTrue(json.at("/identical").asBoolean(), json::toString);
    assertEquals(2, json.at("/threads").asInt());
  }

  @Test
  void sharesOfZerosAreChecked() {
    Outcome.of("bench", "spmm", "--zeros", "1.5").failed(2, "--zeros 1.5: expected a share");
  }

  @Test
  void kernelsAreTimedInBothNumberFormats() throws IOException {
    JsonNode json =
        Outcome.of(
                "bench",
                "gather",
                "--rows",
                "100",
                "--width",
                "8",
                "--repeats",
                "1",
                "--only",
                "vector,vector-bf16",
                "--json",
                "-")
            .succeeded()
            .json();
    assertTrue(json.at("/vector/seconds").asDouble() > 0, json::toString);
    assertTrue(json.at("/vector-bf16/seconds").asDouble() > 0, json::toString);
    assertTrue(json.path("reference").isMissingNode(), json::toString);
    assertTrue(json.at("/largestDifference").asDouble() <= 0x1p-8, json::toString);
    assertEquals(100, json.at("/comparedRows").asInt());
    Outcome.of("bench", "gather", "--only", "vector,vecto").failed(2, "--only: ");
  }

  @Test
  void rowsAreReadInPlaceThroughMessagesAndOverTcp() throws IOException {
    JsonNode json =
        Outcome.of("bench", "store", "--rows", "3000", "--repeats", "1", "--json", "-")
            .succeeded()
            .json();
    for (String way : new String[] {"copy", "gather", "inPlace", "mapped", "messages", "tcp"}) {
      assertTrue(json.at("/" + way + "/bytesPerSecond").asDouble() > 0, json::toString);
      assertTrue(json.at("/" + way + "/cpuSecondsPerGigabyte").asDouble() > 0, json::toString);
    }
    Outcome.of("bench", "store", "--ranks", "1").failed(2, "expected 2 ranks or more");
  }

  @Test
  void workersAreComparedWithOne(@TempDir Path folder) throws IOException {
    Path plot = folder.resolve("scale.html");
    JsonNode json =
        Outcome.of(
                "bench",
                "scale",
                "--data",
                "cora",
                "--recipes",
                "vanilla",
                "--workers",
                "1,2",
                "--epochs",
                "2",
                "--threads",
                "2",
                "--plot",
                plot.toString(),
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals(1, json.at("/runs/0/cpuRatio").asDouble());
    assertEquals(2, json.at("/runs/1/workers").asInt());
    assertEquals(1, json.at("/runs/1/threads").asInt());
    assertEquals(0, json.at("/runs/0/bytes").asDouble());
    assertTrue(json.at("/runs/1/bytes").asDouble() > 0, json::toString);
    assertTrue(Files.readString(plot).contains("CPU seconds of an epoch"));
    Outcome.of("bench", "scale", "--data", "cora", "--weak").failed(2, "--weak and --data");
  }

  @Test
  @Tag("slow")
  void networksAreComparedWithOneWorker() throws IOException {
    JsonNode json =
        Outcome.of(
                "bench",
                "scale",
                "--data",
                "cora",
                "--recipes",
                "distdgl",
                "--workers",
                "1,2",
                "--epochs",
                "1",
                "--threads-each",
                "1",
                "--networks",
                "0.001,100",
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals(3, json.at("/runs").size());
    assertEquals("distdgl at 0.001 Gbit/s", json.at("/runs/1/name").asText());
    assertEquals("distdgl at 100 Gbit/s", json.at("/runs/2/name").asText());
    assertEquals(1, json.at("/runs/2/threads").asInt());
    assertEquals(2, json.at("/crossovers/0/workers").asInt());
    assertTrue(json.at("/crossovers/0/fromGbps").asDouble() != 0.001, json::toString);
  }

  @Test
  void schedulesAreCompared() throws IOException {
    JsonNode json =
        Outcome.of(
                "bench",
                "pipeline",
                "--data",
                "cora",
                "--schedules",
                "sequential,prefetch:3",
                "--epochs",
                "2",
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals("prefetch:3", json.at("/runs/1/name").asText());
    assertTrue(json.at("/runs/1/seedsPerSecond").asDouble() > 0, json::toString);
  }

  @Test
  void badOptionsAreNamed() {
    assertFails("--batch 0 of 140 training nodes", "--data", "cora", "--batch", "0");
    assertFails("--fanouts: fanout -2", "--data", "cora", "--fanouts", "3,-2");
    assertFails("--data and --like", "--data", "cora", "--like", "products");
    assertFails("did you mean 'small'", "--like", "anchor-smal");
  }

  private static void assertFails(String message, String... options) {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "bench";
    arguments[1] = "sample";
    System.arraycopy(options, 0, arguments, 2, options.length);
    Outcome.of(arguments).failed(2, message);
  }
}
