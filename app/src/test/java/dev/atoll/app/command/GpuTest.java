package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.cuda.CudaBackend;
import dev.atoll.cuda.CudaException;
import dev.atoll.cuda.CudaOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --device cuda} where there is a GPU and where there is none. */
class GpuTest {
  private static final String[] TRAIN = {
    "train", "--recipe", "single", "--epochs", "2", "--set", "model.hidden=8", "--json", "-"
  };

  /** The relative error of a loss whose terms have eight significant bits. */
  private static final double BF16 = 0.01;

  @TempDir private Path folder;

  private static boolean isThere() {
    try {
      CudaBackend.open(CudaOptions.of(1)).close();
      return true;
    } catch (CudaException _) {
      return false;
    }
  }

  private Outcome train(String device) {
    String[] args = Arrays.copyOf(TRAIN, TRAIN.length + 4);
    args[TRAIN.length] = "--device";
    args[TRAIN.length + 1] = device;
    args[TRAIN.length + 2] = "--out";
    args[TRAIN.length + 3] = folder.resolve(device).toString();
    return Outcome.of(args);
  }

  @Test
  void withoutOneItSaysWhatWasLookedFor() {
    Assumptions.assumeFalse(isThere(), "skipped: this machine has a GPU");
    train("cuda").failed(2, "device=cuda", "--device cpu");
    assertFalse(Files.exists(folder.resolve("cuda")), "nothing is left behind");
  }

  @Test
  void lossesAreThoseOfTheHost() throws IOException {
    Assumptions.assumeTrue(isThere(), "skipped: this machine has no GPU");
    double host = train("cpu").succeeded().json().get("loss").get(1).asDouble();
    double gpu = train("cuda").succeeded().json().get("loss").get(1).asDouble();
    assertEquals(host, gpu, 1e-4 * host);
  }

  @Test
  void theHostIsNoGpuToSampleOn() {
    Outcome.of("train", "--recipe", "fastsample", "--workers", "1", "--set", "sample.device=cuda")
        .failed(2, "sample.device=cuda", "--device cuda");
  }

  @Test
  void whoSamplesDoesNotShow() throws IOException {
    Assumptions.assumeTrue(isThere(), "skipped: this machine has no GPU");
    String data = folder.resolve("data").toString();
    Outcome.of("generate", "--like", "arxiv", "--scale", "0.02", "--out", data).succeeded();
    for (String model : new String[] {"sage", "gcn", "gat"}) {
      JsonNode host = sampled(data, model, "sample.device=host");
      JsonNode gpu = sampled(data, model, "sample.device=cuda");
      JsonNode tiers = sampled(data, model, "device.rows=0.3n");
      assertEquals("host", host.get("sampling").get("place").asText());
      assertEquals("cuda:0", gpu.get("sampling").get("place").asText());
      assertEquals(host.get("weightsSha256"), gpu.get("weightsSha256"), model);
      assertEquals(host.get("weightsSha256"), tiers.get("weightsSha256"), model);
      assertTrue(tiers.get("reads").get("busBytes").asLong() > 0);
      JsonNode staged = sampled(data, model, "device.rows=0.3n", "device.pinned=0.3n");
      assertEquals(host.get("weightsSha256"), staged.get("weightsSha256"), model);
      for (String tier : new String[] {"local", "host", "pageable"}) {
        assertTrue(staged.get("reads").get(tier).asLong() > 0, tier);
        assertTrue(staged.get("reads").get(tier + "Seconds").asDouble() > 0, tier);
      }
      for (String figure : new String[] {"hits", "readLocal", "readHost", "readPageable"}) {
        assertTrue(staged.get("perEpoch").get(figure).asDouble() > 0, figure);
      }
    }
  }

  private JsonNode sampled(String data, String model, String... pairs) throws IOException {
    String out = folder.resolve(model + String.join("-", pairs)).toString();
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                "--data",
                data,
                "--model",
                model,
                "--recipe",
                "fastsample",
                "--workers",
                "1",
                "--device",
                "cuda",
                "--epochs",
                "2",
                "--set",
                "model.hidden=16",
                "--out",
                out,
                "--json",
                "-"));
    for (String pair : pairs) {
      words.addAll(List.of("--set", pair));
    }
    return Outcome.of(words.toArray(String[]::new)).succeeded().json();
  }

  /** Rows that peers have sent lie on the GPU until the next ones come, and nothing is lost. */
  @Test
  void keptRowsAreThoseThatWereSent() throws IOException {
    Assumptions.assumeTrue(isThere(), "skipped: this machine has no GPU");
    String data = folder.resolve("data").toString();
    Outcome.of("generate", "--like", "arxiv", "--scale", "0.02", "--out", data).succeeded();
    for (String model : new String[] {"sage", "gat"}) {
      JsonNode passing = shared(data, model, "exchange.refresh=always");
      JsonNode kept = shared(data, model, "exchange.refresh=epoch-fixed", "exchange.bound=0");
      assertEquals(passing.get("weightsSha256"), kept.get("weightsSha256"), model);
      assertEquals(0, passing.get("memory").get("cacheBytes").get(0).asLong());
      assertTrue(kept.get("memory").get("cacheBytes").get(0).asLong() > 0, model);
    }
  }

  /**
   * Whole blocks of rows in bfloat16 travel as what they are: the loss is that of full precision.
   */
  @Test
  void wholeBlocksInBfloat16AreThoseOfTheHost() throws IOException {
    Assumptions.assumeTrue(isThere(), "skipped: this machine has no GPU");
    for (String recipe : new String[] {"cagnet", "sancus-e"}) {
      JsonNode host = blocks(recipe, "host", "--device", "cpu", "--set", "precision=fp32");
      JsonNode gpu = blocks(recipe, "gpu", "--device", "cuda", "--set", "precision=bf16");
      JsonNode again = blocks(recipe, "again", "--device", "cuda", "--set", "precision=bf16");
      assertEquals(gpu.get("weightsSha256"), again.get("weightsSha256"), recipe);
      for (int epoch = 0; epoch < 4; epoch++) {
        double expected = host.get("loss").get(epoch).asDouble();
        assertEquals(expected, gpu.get("loss").get(epoch).asDouble(), BF16 * expected, recipe);
      }
    }
  }

  private JsonNode blocks(String recipe, String name, String... more) throws IOException {
    var args = new ArrayList<>(List.of("train", "--preset", "none", "--recipe", recipe));
    args.addAll(List.of("--workers", "2", "--epochs", "4", "--set", "model.layers=3"));
    args.addAll(List.of("--set", "model.hidden=16", "--set", "model.dropout=0", "--json", "-"));
    args.addAll(List.of("--out", folder.resolve(recipe + name).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new)).succeeded().json();
  }

  private JsonNode shared(String data, String model, String... settings) throws IOException {
    var args = new ArrayList<String>();
    args.addAll(List.of("train", "--data", data, "--model", model, "--recipe", "vanilla"));
    args.addAll(List.of("--workers", "2", "--device", "cuda", "--epochs", "4", "--json", "-"));
    args.addAll(List.of("--out", folder.resolve(model + settings.length).toString()));
    for (String setting : settings) {
      args.addAll(List.of("--set", setting));
    }
    return Outcome.of(args.toArray(String[]::new)).succeeded().json();
  }
}
