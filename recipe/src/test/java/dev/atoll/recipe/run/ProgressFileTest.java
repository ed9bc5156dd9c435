package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProgressFileTest {
  @TempDir private Path path;

  /** A folder in the place of the file makes writes fail. */
  @Test
  @Timeout(60)
  void reportsGoOnAfterAWriteThatFails() throws Exception {
    var folder = new RunFolder(path);
    try (var progress = new ProgressFile(folder)) {
      Files.delete(folder.progress());
      Files.createDirectory(folder.progress());
      Thread.sleep(ProgressFile.INTERVAL.multipliedBy(2));
      progress.update(facts -> facts.withStep(7, 8));
      Files.delete(folder.progress());
      Optional<RunProgress> read = folder.readProgress();
      while (read.isEmpty()) {
        Thread.sleep(20);
        read = folder.readProgress();
      }
      assertEquals(7, read.get().facts().epoch());
      assertTrue(read.get().isAlive());
    }
  }
}
