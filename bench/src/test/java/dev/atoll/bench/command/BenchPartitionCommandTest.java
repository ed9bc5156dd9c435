package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BenchPartitionCommandTest {
  private static JsonNode bench(String options) throws IOException {
    String line = "bench partition --quiet --json - --threads 1 --warm-up 0 " + options;
    return Outcome.of(line.split(" ")).succeeded().json();
  }

  @Test
  void mediansAndRatiosAreGiven() throws IOException {
    JsonNode json = bench("--parts 2,3 --seeds 2 --partitioner stream --balance nodes,train");
    assertEquals(2, json.get("results").size());
    JsonNode second = json.at("/results/1");
    assertEquals("cora", second.get("graph").asText());
    assertEquals(3, second.get("parts").asInt());
    assertTrue(second.get("cut").asInt() > 0 && second.get("cpuSeconds").asDouble() >= 0);
    if (second.has("metis")) {
      double ratio = second.get("cut").asDouble() / second.at("/metis/cut").asDouble();
      assertEquals(ratio, second.at("/ratio/cut").asDouble());
      assertTrue(json.at("/geometricMean/cut").asDouble() > 0);
      assertTrue(second.at("/metis/peakBytes").asLong() > 0, second.toString());
    }
  }

  @Test
  void curvesGrow() throws IOException {
    JsonNode json = bench("--scaling 0.005,0.02 --parts 4 --partitioner chunk");
    assertEquals(2, json.get("scaling").size());
    long small = json.at("/scaling/0/edges").asLong();
    assertTrue(json.at("/scaling/1/edges").asLong() > 2 * small, json.toString());
    JsonNode like = bench("--scaling 0.01 --like arxiv --parts 4 --partitioner chunk");
    assertEquals("arxiv", like.get("like").asText());
  }

  @Test
  void badUsageIsNamed() {
    Outcome.of("bench").failed(2, "name the benchmark", "partition");
    Outcome.of("bench", "partition", "--parts", "0").failed(2, "at least 1 part");
    Outcome.of("bench", "partition", "--scaling", "1", "--like", "rmta")
        .failed(2, "did you mean 'rmat'?");
    Outcome.of("bench", "spark", "--edges", "0").failed(2, "millions of edges above 0");
    Outcome.of("bench", "spark").failed(2, "started without Spark", "./atoll");
    String help = Outcome.of("bench", "partition", "--help").succeeded().out();
    assertTrue(help.contains("gpmetis") && help.contains("--scaling"), help);
  }
}
