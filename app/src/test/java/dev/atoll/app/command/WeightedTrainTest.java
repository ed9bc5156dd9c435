package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edge weights, from a table to the sampler. */
class WeightedTrainTest {
  private static final int NODES = 60;
  private static final String PARTITIONED = "partitioned";

  @TempDir Path folder;

  @BeforeEach
  void writeTables() throws IOException {
    var random = new Random(5);
    var edges = new StringBuilder("from,to,weight\n");
    var nodes = new StringBuilder("id,label,split,height\n");
    String[] parts = {"train", "val", "test"};
    for (int node = 0; node < NODES; node++) {
      nodes.append("%d,%d,%s,%d.5%n".formatted(node, node % 2, parts[node % 3], node % 7));
      for (int i = 1; i <= 6; i++) {
        int weight = 1 + random.nextInt(9);
        edges.append("%d,%d,%d%n".formatted(node, (node + i * i) % NODES, weight));
      }
    }
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    importData("data", edges.toString());
    importData("zeros", edges + zeros());
  }

  private void importData(String name, String edges) throws IOException {
    Files.writeString(folder.resolve("edges.csv"), edges);
    Outcome.of("import", file("edges.csv"), "--nodes", file("nodes.csv"), "--out", file(name))
        .succeeded();
  }

  /** Edges of weight 0 at every node, also between nodes that have another edge. */
  private static String zeros() {
    var rows = new StringBuilder();
    for (int node = 0; node < NODES; node++) {
      rows.append(
          "%d,%d,0%n%d,%d,0%n".formatted(node, (node + 1) % NODES, node, (node + 30) % NODES));
    }
    return rows.toString();
  }

  @Test
  void neighboursAreDrawnByTheWeightsOfTheTable() throws IOException {
    assertNotEquals(weights("uniform", "1", PARTITIONED), weights("weighted", "1", PARTITIONED));
  }

  @Test
  void ownersDrawAsAWholeGraphOnEveryWorkerDoes() throws IOException {
    assertEquals(weights("weighted", "2", "replicated"), weights("weighted", "2", PARTITIONED));
  }

  @ParameterizedTest
  @CsvSource({
    "gcn, weighted, replicated",
    "gcn, weighted, partitioned",
    "gcn, uniform, partitioned"
  })
  void anEdgeOfWeightZeroIsNoEdge(String model, String sampler, String topology)
      throws IOException {
    assertEquals(
        weights("data", model, sampler, "2", topology),
        weights("zeros", model, sampler, "2", topology));
  }

  @Test
  void withoutWeightsTheErrorSaysWhatToDo() {
    Outcome.of(
            "train",
            "--epochs",
            "1",
            "--out",
            file("none"),
            "--set",
            "mode=sampled",
            "--set",
            "sampler=weighted")
        .failed(1, "sampler=weighted: ", "sampler=uniform");
  }

  /** The digest of a run's weights. */
  private String weights(String sampler, String workers, String topology) throws IOException {
    return weights("data", "sage", sampler, workers, topology);
  }

  private String weights(String data, String model, String sampler, String workers, String topology)
      throws IOException {
    return Outcome.of(
            "train",
            "--data",
            file(data),
            "--model",
            model,
            "--recipe",
            "distdgl",
            "--workers",
            workers,
            "--epochs",
            "3",
            "--quiet",
            "--json",
            "-",
            "--out",
            file(String.join("-", "run", data, sampler, topology)),
            "--set",
            "fanouts=2,2",
            "--set",
            "sampler=" + sampler,
            "--set",
            "topology=" + topology)
        .succeeded()
        .json()
        .get("weightsSha256")
        .asText();
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }
}
