package dev.atoll.app.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSpecTest {
  @TempDir Path folder;

  @Test
  void aFileAndPairsSayTheSame() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("cluster.yaml"),
            "workers: 8\ncores: 16\nmemory: 64GiB\ngbps: 10\nlatencyMicros: 50\n");
    var expected = new ClusterSpec(Optional.of("8"), 16, 64L << 30, false, 10, 50);
    assertEquals(expected, ClusterSpec.of(file.toString()));
    assertEquals(
        expected, ClusterSpec.of("workers=8,cores=16,memory=64GiB,gbps=10,latencyMicros=50"));
  }

  @ParameterizedTest
  @CsvSource({"512, 512", "1.5K, 1536", "2MiB, 2097152", "3 GB, 3221225472"})
  void memoryHasUnits(String text, long bytes) throws IOException {
    assertEquals(bytes, ClusterSpec.of("cores=1,memory=" + text).memoryBytes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores=16,memroy=1G|memory",
        "cores=16|memory of a worker",
        "cores=0,memory=1G|from 1.0",
        "cores=many,memory=1G|cores cannot be 'many'",
        "cores=1,memory=lots|64GiB",
        "cores=1,memory=0|64GiB",
        "cores=1,memory|expected key=value"
      })
  void mistakesAreNamed(String text, String said) {
    var e = assertThrows(SettingsException.class, () -> ClusterSpec.of(text));
    assertTrue(e.getMessage().contains(said), e.getMessage());
  }

  @Test
  void aMistakeInAFileNamesItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "cores: 4\nmemory: lots\n");
    var e = assertThrows(SettingsException.class, () -> ClusterSpec.of(file.toString()));
    assertTrue(e.getMessage().contains("c.yaml:2"), e.getMessage());
  }

  @Test
  void thisMachineIsShared() {
    ClusterSpec here = ClusterSpec.here();
    assertTrue(here.shared());
    assertTrue(here.cores() > 0 && here.memoryBytes() > 0);
    assertFalse(here.withNetwork(1, 0).gbps() == 0);
  }
}
