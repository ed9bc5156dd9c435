package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of a run from start to resume. */
class RunStoryTest {
  @TempDir private Path folder;

  @Test
  void aRunBeginsWithTheWeightsOfAnother() throws Exception {
    JsonNode first = train("first", "--epochs", "12").json();
    JsonNode warm = train("warm", "--epochs", "1", "--warm-start", at("first")).json();
    JsonNode cold = train("cold", "--epochs", "1").json();
    double begun = warm.get("loss").get(0).asDouble();
    assertTrue(begun < cold.get("loss").get(0).asDouble() - 0.1, warm.get("loss").toString());
    assertTrue(begun < first.get("loss").get(0).asDouble() - 0.1, first.get("loss").toString());
    Outcome.of("train", "--epochs", "1", "--warm-start", at("none"), "--out", at("x"))
        .failed(1, "no trained model there; expected the folder of a finished run");
    assertTrue(Files.notExists(folder.resolve("x")));
  }

  @Test
  void weightsOfOtherColumnsOrClassesAreRefused() throws Exception {
    imported("heights", "height,weight", "red,blue");
    imported("weights", "weight,height", "red,blue");
    imported("greens", "height,weight", "red,green");
    String[] begin = {"train", "--epochs", "1", "--set", "split=random:2/1/1", "--data"};
    Outcome.of(with(begin, at("heights"), "--out", at("first"))).succeeded();
    Outcome.of(with(begin, at("heights"), "--warm-start", at("first"), "--out", at("second")))
        .succeeded();
    Outcome.of(with(begin, at("weights"), "--warm-start", at("first"), "--out", at("x")))
        .failed(1, "columns [height, weight], but the dataset has [weight, height]");
    Outcome.of(with(begin, at("greens"), "--warm-start", at("first"), "--out", at("x")))
        .failed(1, "classes [blue, red], but the dataset has [green, red]", "--like");
    assertTrue(Files.notExists(folder.resolve("x")));
  }

  private void imported(String name, String columns, String classes) throws Exception {
    String[] labels = classes.split(",", -1);
    var nodes = new StringBuilder("id,label," + columns + "\n");
    for (int node = 0; node < 8; node++) {
      nodes.append("%d,%s,%d,%d%n".formatted(node, labels[node % 2], node, node * node));
    }
    Path edges = Files.writeString(folder.resolve("edges.csv"), "src,dst\n0,1\n2,3\n4,5\n6,7\n");
    Path table = Files.writeString(folder.resolve("nodes.csv"), nodes);
    Outcome.of("import", edges.toString(), "--nodes", table.toString(), "--out", at(name))
        .succeeded();
  }

  private static String[] with(String[] first, String... more) {
    return Stream.of(first, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void aRunWithoutANumberOfEpochsStopsEarly() throws Exception {
    Outcome early = train("early", "--preset", "none");
    String said = "at most 200 epochs: ends after 50 evaluations without a better validation score";
    assertTrue(early.err().contains(said), early.err());
    int done = early.json().get("epochs").asInt();
    assertTrue(done < 200, early.err());
    assertTrue(early.err().contains("ended after epoch %d: ".formatted(done)), early.err());
    Outcome exact = train("exact", "--preset", "none", "--epochs", "70");
    assertEquals(70, exact.json().get("epochs").asInt());
    assertTrue(!exact.err().contains("earlyStop"), exact.err());
  }

  @Test
  void whatWasSaidIsKept() throws Exception {
    train("said", "--epochs", "2");
    String log = Files.readString(folder.resolve("said/log.txt"));
    assertTrue(log.contains(" sage on cora: 2,708 nodes"), log);
    assertTrue(log.contains("split: 140 train, 500 validation, 1,000 test nodes"), log);
    assertTrue(log.contains("always predicting class "), log);
  }

  @Test
  void anUnfinishedRunIsDescribed() throws Exception {
    train("cut", "--epochs", "2");
    Files.delete(folder.resolve("cut/result.json"));
    Outcome info = Outcome.of("info", at("cut"), "--json", "-").succeeded();
    assertEquals("stopped", info.json().get("state").asText());
    assertEquals(2, info.json().get("epochsDone").asInt());
    assertEquals("atoll train --resume " + at("cut"), info.json().get("resume").asText());
  }

  private Outcome train(String out, String... more) {
    String[] args = {
      "train",
      "--set",
      "model.hidden=8",
      "--set",
      "model.dropout=0",
      "--out",
      at(out),
      "--json",
      "-"
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return Outcome.of(all).succeeded();
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }
}
