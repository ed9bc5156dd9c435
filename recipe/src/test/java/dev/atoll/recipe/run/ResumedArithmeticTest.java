package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run reports that it is resumed where other kernels compute. */
class ResumedArithmeticTest {
  private static final String COOPERLAKE =
      "cpu, 2 threads, 512-bit vector kernels, dense products by OpenBLAS 0.3.28 (Cooperlake)";
  private static final String HASWELL =
      "cpu, 2 threads, 256-bit vector kernels, dense products by OpenBLAS 0.3.28 (Haswell)";
  private static final String PORTABLE =
      "cpu, 2 threads, 512-bit vector kernels, dense products by vector lanes";
  private static final String PORTABLE_ELSEWHERE =
      "cpu, 1 thread, 256-bit vector kernels, dense products by vector lanes";

  @TempDir private Path folder;

  @Test
  void otherKernelsAreNamed() throws IOException {
    assertEquals(Optional.of(COOPERLAKE), resumed(COOPERLAKE, HASWELL));
  }

  @Test
  void theKernelsOfTheLastPartAreCompared() throws IOException {
    resumed(COOPERLAKE, HASWELL);
    assertEquals(Optional.empty(), continued(HASWELL));
  }

  @Test
  void widthAndThreadsMakeNoDifference() throws IOException {
    assertEquals(Optional.empty(), resumed(PORTABLE, PORTABLE_ELSEWHERE));
  }

  @Test
  void anUnreadableReportIsNoObstacle() throws IOException {
    interrupted(COOPERLAKE);
    Files.writeString(new RunFolder(folder).progress(), "{");
    assertEquals(Optional.empty(), continued(HASWELL));
  }

  private Optional<String> resumed(String first, String second) throws IOException {
    interrupted(first);
    return continued(second);
  }

  private void interrupted(String backend) throws IOException {
    RunFolder run = new RunFolder(folder);
    try (RunWriter writer = RunWriter.create(run, Settings.of(List.of()), false)) {
      assertEquals(Optional.empty(), writer.computesOn(backend));
      Files.createFile(run.checkpoint());
    }
  }

  private Optional<String> continued(String backend) throws IOException {
    try (RunWriter writer = RunWriter.resume(new RunFolder(folder))) {
      return writer.computesOn(backend);
    }
  }
}
