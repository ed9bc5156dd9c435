package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark measures all it promises, here on the smallest of runs. */
@Tag("slow")
@Timeout(value = 1500, unit = TimeUnit.SECONDS)
class SparkBenchmarkTest {
  @TempDir Path folder;

  @Test
  void everythingIsMeasuredAndNothingStays() throws IOException {
    JsonNode json =
        Typed.command(
                "bench spark --quiet --json - --edges 0.002,0.004 --epochs 3 --scratch",
                "" + folder)
            .json();
    assertTrue(json.at("/start/spark").asDouble() > 0, json::toString);
    assertTrue(json.at("/epochRatio").asDouble() > 0, json::toString);
    assertTrue(json.at("/identical").asBoolean(), json::toString);
    assertEquals(2, json.at("/tables").size());
    assertTrue(json.at("/tables/1/secondsPerMillion").asDouble() > 0, json::toString);
    assertTrue(json.at("/tables/1/executorPeakBytes/0").asLong() > 0, json::toString);
    assertTrue(json.at("/killed/identical").asBoolean(), json::toString);
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }
}
