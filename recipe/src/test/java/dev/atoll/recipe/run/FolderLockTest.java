package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir private Path folder;

  /** Locks a folder until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      try (FolderLock _ = FolderLock.take(Path.of(args[0]))) {
        System.out.println("locked");
        System.in.read(); // until it is killed, or nobody is left to do so
      }
    }
  }

  @Test
  void oneRunOfAProcessExcludesAnother() throws IOException {
    Path run = folder.resolve("run");
    try (FolderLock _ = FolderLock.take(run)) {
      assertRefused(run, ProcessHandle.current().pid());
      Path link = Files.createSymbolicLink(folder.resolve("link"), run);
      assertRefused(link, ProcessHandle.current().pid());
      assertTrue(Files.exists(run.resolve(FolderLock.FILE)));
    }
    assertFalse(Files.exists(run.resolve(FolderLock.FILE)));
    FolderLock.take(run).close();
  }

  @Test
  void anotherProcessIsNamedAndItsDeathReleasesTheLock() throws Exception {
    Process holder =
        JavaProcess.of(List.of("-Xmx64m"), Holder.class, folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var said =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      assertEquals("locked", said.readLine());
      assertRefused(folder, holder.pid());
      assertRefused(folder, holder.pid());
    } finally {
      holder.destroyForcibly();
    }
    assertTrue(holder.waitFor(120, TimeUnit.SECONDS));
    assertTrue(Files.exists(folder.resolve(FolderLock.FILE)), "left behind by the killed process");
    FolderLock.take(folder).close();
  }

  private static void assertRefused(Path run, long pid) {
    var refused = assertThrows(IllegalArgumentException.class, () -> FolderLock.take(run));
    assertTrue(refused.getMessage().contains("in use by process " + pid), refused.getMessage());
    assertTrue(refused.getMessage().contains("end it"), refused.getMessage());
  }
}
