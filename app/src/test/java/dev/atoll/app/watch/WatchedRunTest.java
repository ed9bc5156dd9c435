package dev.atoll.app.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.RunFolder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchedRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static WatchedRun run(Optional<RunResult> result) {
    List<EpochLine> epochs =
        List.of(1.0, 1.0, 7.0).stream()
            .map(s -> JSON.convertValue(Map.of("epoch", 1, "seconds", s), EpochLine.class))
            .toList();
    return new WatchedRun(
        "run",
        new RunFolder(Path.of("run")),
        "",
        Instant.EPOCH,
        Map.of(),
        epochs,
        new WatchedRun.Totals(9, 0),
        result,
        Optional.empty());
  }

  /** The median, 1, would hide the epoch that costs most. */
  @Test
  void theCostOfAnEpochIsTheMeanAsInTheResult() {
    assertEquals(3, run(Optional.empty()).secondsPerEpoch());
    RunResult result =
        JSON.convertValue(
            Map.of("perEpoch", Map.of("seconds", 2.5), "bytesPerEpoch", Map.of("total", 11)),
            RunResult.class);
    assertEquals(2.5, run(Optional.of(result)).secondsPerEpoch());
    assertEquals(11, run(Optional.of(result)).bytesPerEpoch());
  }
}
