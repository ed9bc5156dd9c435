package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

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
