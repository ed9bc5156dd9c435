package dev.atoll.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  private static final long RESERVED = 64L << 20;

  @TempDir Path folder;

  @Test
  void aReservedFileKeepsItsContent() throws IOException {
    Path file = Files.writeString(folder.resolve("some"), "head");
    DiskSpace.reserve(file, 100_000);
    assertEquals(100_000, Files.size(file));
    assertTrue(Files.readString(file).startsWith("head\0\0"));
    DiskSpace.reserve(file, 10);
    assertEquals(100_000, Files.size(file), "a longer file stays");
  }

  @Test
  void zerosFillAFileWhereNothingCanBeReserved() throws IOException {
    Path file = Files.writeString(folder.resolve("some"), "head");
    long length = (5 << 20) + 3;
    DiskSpace.writeZeros(file, length);
    assertEquals(length, Files.size(file));
    DiskSpace.writeZeros(file, 10);
    assertEquals(length, Files.size(file), "a longer file stays");
  }

  /** Disk space is there, but the user may not write so much of it into a file. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileAboveTheLimitIsTooLarge() throws Exception {
    Path file = Files.createFile(folder.resolve("some"));
    List<String> limited =
        new ArrayList<>(List.of("sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh"));
    limited.addAll(
        JavaProcess.of(List.of("-XX:-UsePerfData"), Reserving.class, file.toString()).command());
    Path out = folder.resolve("out");
    Process child = new ProcessBuilder(limited).redirectOutput(out.toFile()).start();
    child.waitFor();
    assertEquals(
        "file too large: %d bytes are more than the file system or 'ulimit -f' allows"
            .formatted(RESERVED),
        Files.readString(out).strip());
  }

  /** Prints why space cannot be reserved. */
  static final class Reserving {
    private Reserving() {}

    public static void main(String[] file) {
      try {
        DiskSpace.reserve(Path.of(file[0]), RESERVED);
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
