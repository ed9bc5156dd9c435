package dev.atoll.recipe.engine;

import dev.atoll.recipe.run.FolderLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;

/**
 * A temporary folder for the files through which the processes of a run share counters. The lead
 * makes it, and deletes it when the other processes have ended. The lock on it shows that the lead
 * is alive: the folder of one that was killed is deleted at the next start of a run.
 */
final class CountsFolder implements AutoCloseable {
  private static final String PREFIX = "atoll-counts-";

  /** The age up to which an unlocked folder is kept: its run may be about to lock it. */
  private static final Duration LEAST_AGE = Duration.ofMinutes(1);

  private final Path path;
  private final FolderLock lock;

  private CountsFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Makes a folder that only its owner can read, and deletes those of runs that were killed. */
  static CountsFolder create() throws IOException {
    return createIn(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static CountsFolder createIn(Path temporary) throws IOException {
    Path path = Files.createTempDirectory(temporary, PREFIX);
    try {
      var folder = new CountsFolder(path, FolderLock.take(path));
      folder.deleteStale(temporary);
      return folder;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  Path path() {
    return path;
  }

  private void deleteStale(Path temporary) throws IOException {
    UserPrincipal owner = Files.getOwner(path);
    try (DirectoryStream<Path> others = Files.newDirectoryStream(temporary, PREFIX + "*")) {
      for (Path other : others) {
        try {
          if (mayBeStale(other, owner)) {
            delete(other, FolderLock.take(other));
          }
        } catch (IOException | IllegalArgumentException _) {
          // its run lives, or another process deletes it
        }
      }
    }
  }

  private boolean mayBeStale(Path other, UserPrincipal owner) throws IOException {
    return !other.equals(path)
        && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(owner)
        && Files.getLastModifiedTime(other).toInstant().isBefore(Instant.now().minus(LEAST_AGE));
  }

  /** Deletes a folder; a cleaner of temporary files may have done so already. */
  private static void delete(Path folder, FolderLock lock) throws IOException {
    try (FolderLock _ = lock;
        DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.counts")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      return;
    }
    Files.deleteIfExists(folder);
  }

  @Override
  public void close() throws IOException {
    delete(path, lock);
  }
}
