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
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --device cuda} where there is a GPU and where there is none. */
class GpuTest {
  private static final String[] TRAIN = {
    "train", "--recipe", "single", "--epochs", "2", "--set", "model.hidden=8", "--json", "-"
  };

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
    Outcome.of("bench", "gather", "--rows", "10", "--device", "cuda").failed(2, "device=cuda");
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
    }
  }

  private JsonNode sampled(String data, String model, String setting) throws IOException {
    String out = folder.resolve(model + setting).toString();
    return Outcome.of(
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
            "--set",
            setting,
            "--out",
            out,
            "--json",
            "-")
        .succeeded()
        .json();
  }
}
