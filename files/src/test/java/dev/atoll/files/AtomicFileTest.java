package dev.atoll.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicFileTest {
  @TempDir Path folder;

  @Test
  void replacesAFileAndLeavesNothingElse() throws IOException {
    Path file = folder.resolve("a/b.txt");
    AtomicFile.write(file, "first");
    AtomicFile.write(file, "second");
    assertEquals("second", Files.readString(file));
    assertEquals(1, entries(file.getParent()));
  }

  @Test
  void aFailedWriteLeavesWhatWasThereAndNamesTheFile() throws IOException {
    Path file = folder.resolve("a.txt");
    AtomicFile.write(file, "before");
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                AtomicFile.write(
                    file,
                    pending -> {
                      Files.writeString(pending, "half");
                      throw new IOException("No space left on device");
                    }));
    assertEquals(file + ": cannot be written: No space left on device", e.getMessage());
    assertEquals("before", Files.readString(file));
    assertEquals(1, entries(folder));
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path real = folder.resolve("real.txt");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("real.txt"));
    AtomicFile.write(link, "first");
    AtomicFile.write(link, "second");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("second", Files.readString(real));
    assertEquals(2, entries(folder));
  }

  @Test
  void linksInACircleAreNamed() throws IOException {
    Path one = folder.resolve("one");
    Files.createSymbolicLink(one, folder.resolve("two"));
    Files.createSymbolicLink(folder.resolve("two"), one);
    IOException e = assertThrows(IOException.class, () -> AtomicFile.write(one, "x"));
    assertTrue(e.getMessage().contains(one.toString()), e.getMessage());
  }

  @Test
  void aFolderIsRefused() throws IOException {
    IOException e = assertThrows(IOException.class, () -> AtomicFile.write(folder, "x"));
    assertEquals(folder + ": cannot be written: it is a folder", e.getMessage());
    assertEquals(0, entries(folder));
  }

  /** Reached by a link, so that a failure of this test cannot harm the device. */
  @Test
  void aFullDeviceIsWrittenToAndNotReplaced() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no /dev/full");
    Path link = Files.createSymbolicLink(folder.resolve("link"), full);
    IOException e = assertThrows(IOException.class, () -> AtomicFile.write(link, "x"));
    assertTrue(e.getMessage().startsWith(link + ": cannot be written: "), e.getMessage());
    assertTrue(Files.isSymbolicLink(link));
    assertFalse(Files.isRegularFile(full));
    Path none = Files.createSymbolicLink(folder.resolve("none"), Path.of("/dev/null"));
    AtomicFile.write(none, "x");
    assertTrue(Files.isSymbolicLink(none));
    assertFalse(Files.isRegularFile(none));
  }

  @Test
  void aPipeGetsTheBytes() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(made.waitFor() == 0, "no pipes here");
    var reader =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readString(pipe);
              } catch (IOException e) {
                return e.getMessage();
              }
            });
    AtomicFile.write(pipe, "through");
    assertEquals("through", reader.get(Await.MOST.toSeconds(), TimeUnit.SECONDS));
    assertFalse(Files.isRegularFile(pipe));
  }

  private static long entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count();
    }
  }
}
