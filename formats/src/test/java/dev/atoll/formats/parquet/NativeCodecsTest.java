package dev.atoll.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCodecsTest {
  @TempDir Path folder;

  @Test
  void librariesAreNotUnpackedAmongTheFilesOfAllUsers() {
    assertNotNull(NativeCodecs.snappy());
    assertNotEquals(
        Path.of(System.getProperty("java.io.tmpdir")),
        Path.of(System.getProperty(NativeCodecs.FOLDER)));
  }

  @Test
  void aCacheThatCannotBeWrittenIsReplacedByAPrivateFolder() throws IOException {
    Path cache = folder.resolve("cache/native");
    assertEquals(cache, NativeCodecs.folder(cache));
    Path file = Files.writeString(folder.resolve("file"), "");
    Path own = NativeCodecs.folder(file.resolve("native"));
    try {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
    } finally {
      Files.delete(own);
    }
  }
}
