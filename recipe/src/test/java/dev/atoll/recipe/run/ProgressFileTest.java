package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressFileTest {
  @TempDir private Path path;

  /** Writes that fail because a folder has the name of the file. */
  @Test
  void reportsGoOnAfterAWriteThatFails() throws Exception {
    var folder = new RunFolder(path);
    try (var progress = new ProgressFile(folder)) {
      Files.delete(folder.progress());
      Files.createDirectory(folder.progress());
      progress.tryToWrite();
      progress.update(facts -> facts.withStep(7, 8));
      Files.delete(folder.progress());
      progress.tryToWrite();
      RunProgress read = folder.readProgress().orElseThrow();
      assertEquals(7, read.facts().position().epoch());
      assertTrue(read.isAlive());
    }
  }
}
