package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks about pairs of nodes, from the command line. */
class LinksTest {
  @TempDir Path folder;

  private Outcome train(String task, String... more) {
    var args = new ArrayList<>(List.of("train", "--task", task, "--preset", "none"));
    args.addAll(List.of("--epochs", "3", "--set", "model.hidden=16", "--set", "fanouts=5,5"));
    args.addAll(List.of("--out", folder.resolve("run").toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void linksAreTrainedScoredAndAsked() throws IOException {
    JsonNode run = train("link", "--workers", "2", "--json", "-").succeeded().json();
    assertEquals("sampled", run.at("/settings/mode").asText());
    // Of 528 links and as many pairs, scores at random have 0.5 ± 0.018.
    assertTrue(run.at("/test/auc").asDouble() > 0.7, run.at("/test").toString());
    assertTrue(run.at("/test").has("hits@10"));
    String path = folder.resolve("run").toString();
    JsonNode again = Outcome.of("evaluate", path, "--json", "-").succeeded().json();
    assertEquals(run.at("/test/auc").asDouble(), again.at("/test/auc").asDouble(), 1e-3);
    Path pairs = folder.resolve("pairs.csv");
    Files.writeString(pairs, "head,tail\n0,633\n5,6\n");
    Path scores = folder.resolve("scores.csv");
    Outcome.of("predict", path, "--pairs", pairs.toString(), "--out", scores.toString())
        .succeeded();
    List<String> lines = Files.readAllLines(scores);
    assertEquals("head,tail,score", lines.getFirst());
    assertTrue(lines.get(1).matches("0,633,-?[0-9.E-]+"), lines.get(1));
    Files.writeString(pairs, "0,99999\n");
    Outcome.of("predict", path, "--pairs", pairs.toString(), "--out", scores.toString())
        .failed(1, "pairs.csv: line 1", "no node '99999'");
    Outcome.of("predict", path, "--out", scores.toString()).failed(2, "--what embeddings");
  }

  @Test
  void embeddingsNeedNoLabels() throws IOException {
    Path edges = folder.resolve("edges.csv");
    StringBuilder ring = new StringBuilder("src,dst\n");
    StringBuilder nodes = new StringBuilder("id,size\n");
    for (int node = 0; node < 40; node++) {
      ring.append("n%d,n%d\n".formatted(node, (node + 1) % 40));
      nodes.append("n%d,%d\n".formatted(node, node % 7));
    }
    Files.writeString(edges, ring);
    Path table = Files.writeString(folder.resolve("nodes.csv"), nodes);
    String data = folder.resolve("ring").toString();
    Outcome.of("import", edges.toString(), "--nodes", table.toString(), "--out", data).succeeded();
    Outcome trained =
        train("unsupervised", "--data", data, "--workers", "2", "--json", "-").succeeded();
    assertTrue(trained.err().contains("no labels: embeddings are not evaluated"), trained.err());
    assertTrue(trained.err().contains("not evaluated: the data has no labels"), trained.err());
    assertEquals(3, trained.json().get("bestEpoch").asInt(), "the last epoch");
    assertTrue(trained.json().get("test").isEmpty());
    String run = folder.resolve("run").toString();
    Outcome evaluated = Outcome.of("evaluate", run).succeeded();
    assertTrue(evaluated.out().contains("not evaluated: the data has no labels"), evaluated.out());
    String out = folder.resolve("rows.csv").toString();
    Outcome.of("predict", run, "--what", "embeddings", "--out", out).succeeded();
    assertEquals(41, Files.readAllLines(Path.of(out)).size());
  }

  @Test
  void rowsWithoutLabelsAreProbed() throws IOException {
    JsonNode run =
        train("unsupervised", "--model", "gcn", "--json", "-", "--set", "evaluate.every=3")
            .succeeded()
            .json();
    // The largest class is 0.32 of the test nodes.
    assertTrue(run.at("/test/accuracy").asDouble() > 0.5, run.at("/test").toString());
  }

  @Test
  void whatDoesNotFitIsSaidBeforeAnythingStarts() {
    train("link", "--recipe", "vanilla").failed(2, "task=link with mode=full");
    train("link", "--set", "link.test=1").failed(2, "link.test=1.0");
    train("link", "--set", "link.candidates=5").failed(2, "link.hits=10", "link.candidates=5");
    train("link", "--model", "none").failed(2, "embeddings=none");
    train("node", "--model", "light").failed(2, "model=light with task=node");
    train("edge").failed(1, "task=edge", "cora");
    train("link", "--set", "link.decoder=complex").failed(1, "link.decoder=complex", "relation");
    train("links").failed(2, "link");
    assertFalse(Files.exists(folder.resolve("run")));
  }
}
