package dev.atoll.train.inference.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowTableTest {
  /** A file system in memory, which knows at once that it is too small. */
  private static final Path SMALL_DISK = Path.of("/dev/shm");

  @TempDir Path folder;

  /** A mapped file with holes would end the process when its rows are written. */
  @Test
  void rowsThatTheDiskCannotHoldAreRefusedBeforeTheyAreWritten() throws IOException {
    assumeTrue(Files.isWritable(SMALL_DISK));
    long bytes = Files.getFileStore(SMALL_DISK).getTotalSpace() + (1 << 20);
    Path own = Files.createTempDirectory(SMALL_DISK, "atoll-rows");
    try (Arena memory = Arena.ofShared()) {
      var e =
          assertThrows(UncheckedIOException.class, () -> RowTable.file(own, bytes, memory))
              .getMessage();
      assertTrue(e.contains("cannot write " + bytes + " bytes"), e);
      assertTrue(e.contains("No space left on device"), e);
      assertTrue(e.contains("-Djava.io.tmpdir"), e);
    } finally {
      Files.delete(own); // empty: the file is gone
    }
  }

  @Test
  void theFileHasNoName() throws IOException {
    try (Arena memory = Arena.ofShared();
        var files = Files.list(folder)) {
      assertEquals(5000, RowTable.file(folder, 5000, memory).byteSize());
      assertEquals(0, files.count());
    }
  }
}
