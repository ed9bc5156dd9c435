package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is trained longer ends in the weights of one that was as long from the start. */
class LongerRunsTest {
  @TempDir private static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void makeData() {
    Outcome.of(
            "generate",
            "--kind",
            "sbm",
            "--nodes",
            "300",
            "--edges",
            "1500",
            "--out",
            shared.resolve("small").toString())
        .succeeded();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "single",
        "single evaluate.every=3",
        "single evaluate.every=2 checkpoint.every=1",
        "distdgl workers=2 batch=32 embeddings=sparse lr=0.01",
        "placement workers=2 batch=32",
        "gradient-importance workers=2 batch=32",
        "bns-gcn workers=2",
        "sancus-a workers=2",
        "pipegcn workers=2",
      })
  void theWeightsAreThoseOfALongRun(String kind) throws IOException {
    train("long", "7", kind);
    train("short", "4", kind);
    assertNotEquals(digest("long"), digest("short"), "three epochs must make a difference");
    Outcome longer =
        Outcome.of("train", "--resume", at("short"), "--epochs", "7", "--json", "-").succeeded();
    assertEquals(digest("long"), longer.json().get("weightsSha256").asText());
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("long/weights.safetensors")),
        Files.readAllBytes(folder.resolve("short/weights.safetensors")));
    assertEquals(losses("long"), losses("short"));
    assertTrue(longer.err().contains("resumed after epoch "), longer.err());
    assertTrue(Files.readString(folder.resolve("short/config.yaml")).contains("epochs: 7"));
  }

  @Test
  void aRunThatStoppedEarlyGoesOn() throws IOException {
    train("early", "40", "single earlyStop=2");
    int first = epochs("early");
    assertTrue(first < 40, first + " epochs");
    Outcome.of("train", "--resume", at("early"), "--epochs", "40").succeeded();
    assertEquals(40, epochs("early"), "a stated number is exact");
    Outcome.of("train", "--resume", at("early"), "--epochs", "60", "--set", "earlyStop=1")
        .succeeded();
    assertTrue(epochs("early") < 60, epochs("early") + " epochs");
  }

  @Test
  void whatCannotBeTrainedLongerStaysAsItIs() throws IOException {
    train("run", "3", "single");
    List<String> before = files("run");
    refused("run", "epochs=3: ", "3", "has 3 epochs behind it; expected --epochs above that");
    refused("run", "epochs=2: ", "2");
    Outcome.of("train", "--resume", at("run"), "--epochs", "9", "--set", "lr=0.5")
        .failed(2, "--resume takes all settings from the run but epochs and earlyStop", "lr");
    Outcome.of("train", "--resume", at("run"), "--epochs", "9", "--out", at("x"))
        .failed(2, "leave out --out");
    Outcome.of("train", "--resume", at("run"))
        .failed(1, "is finished: there is nothing to resume; --epochs N");
    assertEquals(before, files("run"));
    Files.delete(folder.resolve("run/checkpoint.safetensors"));
    Outcome.of("train", "--resume", at("run"), "--epochs", "9")
        .failed(1, "no checkpoint.safetensors there", "--warm-start");
    Outcome.of("evaluate", at("run")).succeeded();
  }

  @Test
  void aRunWhoseBeginningDependsOnItsLengthIsRefused() {
    train("dgs", "3", "dgs workers=2 batch=32");
    refused("dgs", "the explanations of DGS end with the run", "5", "--config", "--warm-start");
    train("light", "3", "single checkpoint.keep=false");
    assertTrue(Files.notExists(folder.resolve("light/checkpoint.safetensors")));
  }

  private void refused(String run, String said, String epochs, String... more) {
    String[] all = Arrays.copyOf(more, more.length + 1);
    all[more.length] = said;
    Outcome.of("train", "--resume", at(run), "--epochs", epochs).failed(2, all);
  }

  /**
   * @param kind a recipe and settings
   */
  private void train(String out, String epochs, String kind) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("train", "--data", shared.resolve("small").toString(), "--out", at(out)));
    String[] words = kind.split(" ", -1);
    args.addAll(List.of("--recipe", words[0], "--epochs", epochs));
    args.addAll(List.of("--set", "model.hidden=8", "--set", "lr=0.001"));
    for (int i = 1; i < words.length; i++) {
      args.addAll(List.of("--set", words[i]));
    }
    Outcome.of(args.toArray(String[]::new)).succeeded();
  }

  private String digest(String run) throws IOException {
    return result(run, "weightsSha256");
  }

  private int epochs(String run) throws IOException {
    return Integer.parseInt(result(run, "epochs"));
  }

  private String losses(String run) throws IOException {
    return result(run, "loss");
  }

  private String result(String run, String field) throws IOException {
    String text = Files.readString(folder.resolve(run).resolve("result.json"));
    var value = new Outcome(0, text, "").json().get(field);
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private List<String> files(String run) throws IOException {
    try (var all = Files.list(folder.resolve(run))) {
      List<String> found = new ArrayList<>();
      for (Path file : all.sorted().toList()) {
        found.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
      return found;
    }
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }
}
