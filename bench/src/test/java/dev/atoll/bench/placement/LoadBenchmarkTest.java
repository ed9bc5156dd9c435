package dev.atoll.bench.placement;

import static dev.atoll.bench.placement.CountingDevice.COST_OF_HOST;
import static dev.atoll.bench.placement.CountingDevice.SECONDS_PER_ROW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads of a device whose times follow from its counts. */
class LoadBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void rowsAreLoadedFromWhereTheyWerePlaced() throws IOException {
    JsonNode result = measured(0);
    long rows = rows(result.get("all"));
    assertTrue(rows > 0);
    assertEquals(0, result.at("/all/host").asLong());
    assertEquals(SECONDS_PER_ROW * rows, result.at("/all/seconds").asDouble());
    assertTrue(result.at("/uncached/hits").asDouble() < 0.05);
    double before = result.at("/uncached/seconds").asDouble();
    for (JsonNode share : result.get("results")) {
      JsonNode ours = share.get("published");
      for (String name : new String[] {"chunk", "random", "multilevel", "pagraph"}) {
        assertEquals(rows, rows(share.get(name)), "the same batches");
        assertTrue(ours.get("hits").asDouble() > share.get(name).get("hits").asDouble(), name);
        assertTrue(share.get(name).get("choosingSeconds").asDouble() > 0);
      }
      long host = ours.get("host").asLong();
      assertEquals(
          SECONDS_PER_ROW * (rows - host + COST_OF_HOST * host), ours.get("seconds").asDouble());
      assertTrue(ours.get("seconds").asDouble() < before, "more rows, less time");
      before = ours.get("seconds").asDouble();
      assertTrue(
          share.get("local-aware").get("hits").asDouble() > ours.get("hits").asDouble(),
          "near nodes are likelier");
    }
  }

  @Test
  void layersAreLoadedAsNeighboursAre() throws IOException {
    JsonNode share = measured(64).at("/results/0");
    double ours = share.at("/published/seconds").asDouble();
    assertTrue(ours < share.at("/multilevel/seconds").asDouble());
    assertTrue(share.at("/local-aware/hits").asDouble() > share.at("/published/hits").asDouble());
  }

  private JsonNode measured(int layerSize) throws IOException {
    Screen screen =
        Screen.plain(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (Dataset dataset = KnownGraphs.like("products-even", 0.001, 1).inMemory(1)) {
      var benchmark = new LoadBenchmark(dataset, Fanouts.of(4, 3), layerSize, 32, 8, 5, 2, 1);
      benchmark.measure(CountingDevice.open(), List.of("0.1n", "0.25n"), screen);
      benchmark.show(screen);
      Path file = folder.resolve("result.json");
      Json.write(benchmark.result(), file);
      return new ObjectMapper().readTree(Files.readString(file));
    }
  }

  private static long rows(JsonNode load) {
    return load.get("local").asLong() + load.get("host").asLong();
  }
}
