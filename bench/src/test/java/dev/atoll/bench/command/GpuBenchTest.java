package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import dev.atoll.cuda.CudaBackend;
import dev.atoll.cuda.CudaException;
import dev.atoll.cuda.CudaOptions;
import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** {@code bench --device cuda} where there is a GPU and where there is none. */
class GpuBenchTest {
  private static boolean isThere() {
    try {
      CudaBackend.open(CudaOptions.of(1)).close();
      return true;
    } catch (CudaException _) {
      return false;
    }
  }

  @Test
  void withoutOneItSaysWhatWasLookedFor() {
    Assumptions.assumeFalse(isThere(), "skipped: this machine has a GPU");
    Outcome.of("bench", "gather", "--rows", "10", "--device", "cuda").failed(2, "device=cuda");
    Outcome.of("bench", "placement", "--scale", "0.001", "--device", "cuda")
        .failed(2, "device=cuda");
  }

  @Test
  void loadsAreTimed() throws IOException {
    Assumptions.assumeTrue(isThere(), "skipped: this machine has no GPU");
    JsonNode result =
        Outcome.of(
                "bench placement --scale 0.01 --rows 0.1n --favour 8 --device cuda --json -"
                    .split(" "))
            .succeeded()
            .json();
    for (String choice : new String[] {"published", "local-aware", "multilevel", "pagraph"}) {
      JsonNode load = result.at("/results/0/" + choice);
      assertTrue(load.get("hostSeconds").asDouble() > 0, choice);
      assertTrue(load.get("local").asLong() > 0, choice);
    }
    assertEquals(0, result.at("/all/host").asLong());
  }
}
