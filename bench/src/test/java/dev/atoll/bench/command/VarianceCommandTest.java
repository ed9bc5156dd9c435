package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class VarianceCommandTest {
  private static double variance(JsonNode json, String sampler) {
    return json.get(sampler).get("variance").asDouble();
  }

  private static JsonNode measure(String options) throws IOException {
    return Outcome.of(("bench variance --quiet --json - " + options).split(" ", -1))
        .succeeded()
        .json();
  }

  /** Table 2 of BNS-GCN, where boundaries are small: below the others at no more rows. */
  @Test
  void boundarySamplingHasTheLowerVariance() throws IOException {
    JsonNode json = measure("--data cora --parts 4 --draws 10");
    double ours = variance(json, "bns-gcn");
    assertTrue(ours > 0 && ours < variance(json, "ladies-published"), json.toString());
    assertTrue(ours < variance(json, "fastgcn-published"), json.toString());
    assertTrue(ours < variance(json, "graphsage"), json.toString());
    assertTrue(variance(json, "important-nodes") < 0.9 * ours, json.toString());
    assertEquals(
        json.get("bns-gcn").get("remote").asDouble(),
        json.get("important-nodes").get("remote").asDouble(),
        0.25 * json.get("bns-gcn").get("remote").asDouble());
  }

  @Test
  void aRateOfOneHasNoVariance() throws IOException {
    JsonNode json = measure("--data cora --parts 2 --rate 1 --draws 1");
    assertEquals(0, variance(json, "bns-gcn"), 1e-12);
    assertEquals(0, variance(json, "important-nodes"), 1e-12);
  }

  @Test
  void badRatesAreRefused() {
    Outcome.of("bench", "variance", "--rate", "0").failed(2, "--rate=0");
  }
}
