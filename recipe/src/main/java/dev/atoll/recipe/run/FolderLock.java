package dev.atoll.recipe.run;

import dev.atoll.files.FileError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of a folder that one run at a time may write: {@code run.lock} in it, which names the
 * process. The system releases the lock when its process ends, however that happens, so a leftover
 * file locks nothing.
 */
public final class FolderLock implements AutoCloseable {
  static final String FILE = "run.lock";
  private static final int MOST_BYTES = 4096;
  private static final int ATTEMPTS = 100;

  /**
   * The folders that this process has locked. A file lock belongs to a process, not to a channel:
   * opening and closing the file once more would release it.
   */
  private static final Map<Path, FolderLock> HELD = new ConcurrentHashMap<>();

  private final Path folder;
  private final Path file;
  private final String owner = ownerText();
  private FileChannel channel;

  private FolderLock(Path folder) {
    this.folder = folder;
    this.file = folder.resolve(FILE);
  }

  /**
   * Locks a folder, which is created where it is missing.
   *
   * @throws IllegalArgumentException naming the process that has locked it
   */
  public static FolderLock take(Path folder) throws IOException {
    Files.createDirectories(folder);
    var lock = new FolderLock(folder.toRealPath());
    if (HELD.putIfAbsent(lock.folder, lock) != null) {
      throw inUse(folder, ProgressFacts.Owner.thisProcess());
    }
    try {
      lock.open(folder);
      return lock;
    } catch (IOException | RuntimeException | Error e) {
      HELD.remove(lock.folder, lock);
      throw e;
    }
  }

  /** Opens and locks the file; retries if its owner deletes it in between. */
  private void open(Path named) throws IOException {
    for (int i = 0; i < ATTEMPTS && channel == null; i++) {
      Files.createDirectories(folder);
      FileChannel opened =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        if (!isLocked(opened)) {
          throw inUse(named, owner(opened));
        }
        if (Files.exists(file)) {
          writeOwner(opened);
          channel = opened;
        }
      } finally {
        if (channel == null) {
          opened.close();
        }
      }
    }
    if (channel == null) {
      throw new IOException(file + ": other processes keep deleting it; is the folder in use?");
    }
  }

  /**
   * Tries to lock the file; on file systems without locks, only runs of this process exclude each
   * other.
   */
  private static boolean isLocked(FileChannel opened) {
    try {
      return opened.tryLock() != null;
    } catch (IOException _) {
      return true;
    }
  }

  private void writeOwner(FileChannel to) throws IOException {
    try {
      to.truncate(0);
      to.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
    } catch (IOException e) {
      throw new IOException("%s: cannot be written: %s".formatted(file, FileError.reason(e)), e);
    }
  }

  private static String ownerText() {
    try {
      return Json.line(ProgressFacts.Owner.thisProcess());
    } catch (IOException e) {
      throw new IllegalStateException("facts are texts and numbers", e);
    }
  }

  /**
   * A text that names the process that has locked a folder, and since when; equal on all machines
   * that see the folder; empty if it is not locked.
   */
  public static String holder(Path folder) throws IOException {
    if (!Files.isReadable(folder.resolve(FILE))) {
      return "";
    }
    FolderLock own = HELD.get(folder.toRealPath()); // whose file this process must not close
    return own != null ? own.owner : Files.readString(folder.resolve(FILE));
  }

  private static ProgressFacts.Owner owner(FileChannel from) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    from.read(bytes, 0);
    String text = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    try {
      return Json.read(text, ProgressFacts.Owner.class);
    } catch (IOException _) {
      return ProgressFacts.Owner.UNKNOWN; // it is just being written
    }
  }

  private static IllegalArgumentException inUse(Path folder, ProgressFacts.Owner owner) {
    String process =
        owner.pid() == null
            ? "another process"
            : "process %d on %s, since %s".formatted(owner.pid(), owner.host(), owner.begun());
    return new IllegalArgumentException(
        "%s is in use by %s: wait until it has ended, end it, or choose another folder"
            .formatted(folder, process));
  }

  /** Releases the lock and deletes its file. */
  @Override
  public synchronized void close() throws IOException {
    if (channel == null) {
      return;
    }
    try {
      Files.deleteIfExists(file);
    } finally {
      channel.close();
      channel = null;
      HELD.remove(folder, this);
    }
  }
}
