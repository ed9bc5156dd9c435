package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recipes, presets and comparisons from a folder of the user's own. */
class OwnRecipesTest {
  @TempDir Path folder;

  @BeforeEach
  void writeFolder() throws IOException {
    Files.createDirectories(folder.resolve("own/presets"));
    Files.createDirectories(folder.resolve("own/comparisons"));
    Files.writeString(
        folder.resolve("own/small.yaml"),
        "origin: tried on a train\nmode: sampled\nworkers: 2\nmodel.hidden: 8\nbatch: 64\n");
    Files.writeString(folder.resolve("own/presets/tiny.yaml"), "model.hidden: 4\nepochs: 3\n");
    Files.writeString(
        folder.resolve("own/comparisons/codec.yaml"),
        "recipes: small\nseeds: 1\nepochs: 2\nvary.exchange.codec: fp32,int8\n");
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private void hideFolder() throws IOException {
    Files.move(folder.resolve("own"), folder.resolve("hidden"));
  }

  @Test
  void aRunIsResumedWithoutTheFolder() throws IOException {
    JsonNode whole =
        Outcome.of(
                "train",
                "--recipes-from",
                at("own"),
                "--recipe",
                "small",
                "--preset",
                "tiny",
                "--set",
                "checkpoint.every=1",
                "--out",
                at("run"),
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals("small", whole.get("recipe").asText());
    assertEquals("tiny", whole.get("preset").asText());
    Files.delete(folder.resolve("run/result.json"));
    hideFolder();
    JsonNode again = Outcome.of("train", "--resume", at("run"), "--json", "-").succeeded().json();
    assertEquals(whole.get("weightsSha256"), again.get("weightsSha256"));
    assertEquals("small", again.get("recipe").asText());
    Outcome.of("evaluate", at("run")).succeeded();
  }

  @Test
  void comparisonsKnowThem() throws IOException {
    Outcome compared =
        Outcome.of("compare", "--recipes-from", at("own"), "--preset", "codec", "--out", at("c"));
    compared.succeeded();
    assertTrue(compared.out().contains("small exchange.codec=int8"), compared.out());
    String report = Files.readString(folder.resolve("c/report.html"));
    assertTrue(report.contains("--recipes-from " + at("own")), "the commands name the folder");
    hideFolder();
    Files.delete(folder.resolve("c/runs/2-small-exchange.codec=int8-2w-seed0/result.json"));
    Outcome.of("compare", "--resume", at("c")).succeeded();
    Outcome.of("compare", "--recipes-from", at("hidden"), "--recipes", "smal", "--out", at("d"))
        .failed(2, "did you mean 'small'?");
    assertFalse(Files.exists(folder.resolve("d")));
  }

  @Test
  @Tag("slow")
  void theyAreListedAndPlanned() throws IOException {
    JsonNode known =
        Outcome.of("info", "--recipes-from", at("own"), "--json", "-").succeeded().json();
    assertTrue(known.get("recipes").toString().contains("\"small\""), known.toString());
    assertTrue(known.get("presets").toString().contains("\"tiny\""), known.toString());
    assertTrue(known.get("comparisons").toString().contains("\"codec\""), known.toString());
    Outcome plan =
        Outcome.of("plan", "--recipes-from", at("own"), "--recipes", "small", "--seconds", "0.05");
    plan.succeeded();
    assertTrue(plan.out().contains("small"), plan.out());
  }

  @Test
  void aPlanIsOfOneDataset() {
    Outcome.of("plan", "--recipes", "single", "--data", "cora,citeseer")
        .failed(2, "--data", "expected one dataset", "cora,citeseer");
  }

  @Test
  void badFilesAreNamed() throws IOException {
    Path file = folder.resolve("own/small.yaml");
    Files.writeString(file, "mode: sampled\nbatsch: 3\n");
    Outcome.of("train", "--recipes-from", at("own"), "--recipe", "small", "--out", at("run"))
        .failed(2, file + ":2: unknown setting 'batsch'; did you mean 'batch'?");
    Files.move(file, folder.resolve("own/distdgl.yaml"));
    Outcome.of("train", "--recipes-from", at("own"), "--out", at("run"))
        .failed(2, "own/distdgl.yaml: expected a name of its own, found 'distdgl'", "rename");
    Outcome.of("info", "--recipes-from", at("none")).failed(2, "--recipes-from", "no folder");
    assertFalse(Files.exists(folder.resolve("run")));
  }
}
