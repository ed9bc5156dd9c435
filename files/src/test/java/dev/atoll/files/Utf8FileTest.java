package dev.atoll.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Utf8FileTest {
  @TempDir Path folder;

  @Test
  void bytesThatAreNoTextAreNamed() throws IOException {
    Path file = Files.write(folder.resolve("config.yaml"), new byte[] {'a', (byte) 0xFF});
    IOException e = assertThrows(IOException.class, () -> Utf8File.read(file));
    assertTrue(e.getMessage().startsWith(file + ": not text in UTF-8"), e.getMessage());
    Files.writeString(file, "é\r\nb\n");
    assertEquals(List.of("é", "b"), Utf8File.lines(file));
  }
}
