package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LoadCommandTest {
  private static JsonNode measure(String options) throws IOException {
    return Outcome.of(
            ("bench load --data cora --fanouts 10,5 --quiet --json - " + options).split(" ", -1))
        .succeeded()
        .json();
  }

  /** A worker's batch is its seeds, their picks and the rows of both; what one reads, one gives. */
  @Test
  void everyQuantityIsCounted() throws IOException {
    JsonNode json = measure("--parts 4 --batch 5 --partitioner random");
    assertEquals(7, json.get("steps").asInt(), "140 seeds, 35 of each worker");
    for (String quantity : new String[] {"load", "edges", "rows", "remote", "served"}) {
      JsonNode load = json.get(quantity);
      assertTrue(load.get("busiest").asDouble() > load.get("mean").asDouble(), quantity);
    }
    double rows = json.at("/rows/mean").asDouble();
    assertEquals(json.at("/edges/mean").asDouble() + rows, json.at("/load/mean").asDouble(), 1e-9);
    assertEquals(json.at("/served/mean").asDouble(), json.at("/remote/mean").asDouble(), 1e-9);
    assertEquals(0.75, json.at("/remote/mean").asDouble() / rows, 0.1, "of four random parts");
  }

  @Test
  void aCutReadsLessOfOthersThanRandomParts() throws IOException {
    JsonNode cut = measure("--parts 4 --batch 5 --balance nodes");
    JsonNode random = measure("--parts 4 --batch 5 --partitioner random");
    assertTrue(
        cut.at("/remote/mean").asDouble() < 0.5 * random.at("/remote/mean").asDouble(),
        cut + ", " + random);
  }

  @Test
  void oneWorkerHasAllRows() throws IOException {
    JsonNode json = measure("--parts 1 --batch 70");
    assertEquals(2, json.get("steps").asInt());
    assertEquals(0, json.at("/remote/busiest").asDouble());
    assertEquals(json.at("/load/busiest").asDouble(), json.at("/load/mean").asDouble(), 1e-9);
  }

  @Test
  void badNumbersAreRefused() {
    Outcome.of("bench", "load", "--parts", "0").failed(2, "--parts=0");
    Outcome.of("bench", "load", "--data", "cora", "--batch", "0").failed(2, "--batch 0");
  }
}
