package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountsFolderTest {
  @TempDir private Path temporary;

  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.sorted().toList();
    }
  }

  @Test
  void filesOfAllRanksAreGoneWhenItIsClosed() throws IOException {
    try (CountsFolder counts = CountsFolder.createIn(temporary)) {
      Files.writeString(counts.path().resolve("atoll-run-0.counts"), "own");
      Files.writeString(counts.path().resolve("atoll-run-1.counts"), "of one that was killed");
      assertEquals(
          "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(counts.path())));
    }
    assertEquals(List.of(), left());
  }

  @Test
  void aFolderThatIsGoneCanBeClosed() throws IOException {
    try (CountsFolder counts = CountsFolder.createIn(temporary)) {
      Files.delete(counts.path().resolve("run.lock"));
      Files.delete(counts.path());
    }
    assertEquals(List.of(), left());
  }

  @Test
  void foldersOfDeadRunsAreDeletedAndNoOthers() throws IOException {
    Path dead = old(Files.createDirectory(temporary.resolve("atoll-counts-dead")));
    Path young = Files.createDirectory(temporary.resolve("atoll-counts-young"));
    Path foreign = old(Files.createDirectory(temporary.resolve("others")));
    Path linked = temporary.resolve("atoll-counts-link");
    Files.createSymbolicLink(linked, foreign);
    try (CountsFolder living = CountsFolder.createIn(temporary)) {
      Files.writeString(living.path().resolve("atoll-run-0.counts"), "living");
      old(living.path());
      try (CountsFolder next = CountsFolder.createIn(temporary)) {
        assertTrue(Files.exists(living.path().resolve("atoll-run-0.counts")));
        assertEquals(
            Stream.of(living.path(), next.path(), young, foreign, linked).sorted().toList(),
            left());
        assertTrue(Files.notExists(dead));
      }
    }
  }

  /** Makes a folder look as if its run had been killed an hour ago. */
  private static Path old(Path folder) throws IOException {
    if (!Files.exists(folder.resolve("run.lock"))) {
      Files.writeString(folder.resolve("atoll-run-1.counts"), "left behind");
    }
    long hour = 3_600_000;
    Files.setLastModifiedTime(folder, FileTime.fromMillis(System.currentTimeMillis() - hour));
    return folder;
  }
}
