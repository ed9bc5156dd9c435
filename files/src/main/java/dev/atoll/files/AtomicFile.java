package dev.atoll.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears complete or not at all. It is written next to its target under a name that no
 * other writer uses, forced to disk and moved to the target; then the folder is forced to disk. A
 * symbolic link stays a link; its target is replaced. If the target is not a plain file (a device,
 * a pipe, {@code /dev/stdout}), the bytes are written to it on publication, since replacing it
 * would remove it.
 *
 * <pre>{@code
 * AtomicFile.write(file, "text");
 * try (var file = AtomicFile.beside(target)) {
 *   …                                             // writes file.path()
 *   file.publish();
 * }
 * }</pre>
 */
public final class AtomicFile implements AutoCloseable {
  private static final int MOST_LINKS = 40;

  private final Path target;
  private final Path path;
  private final boolean plain;

  private AtomicFile(Path target, Path path, boolean plain) {
    this.target = target;
    this.path = path;
    this.plain = plain;
  }

  /** Writes the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  public static void write(Path file, String text) throws IOException {
    write(file, pending -> Files.writeString(pending, text));
  }

  public static void write(Path file, byte[] bytes) throws IOException {
    write(file, pending -> Files.write(pending, bytes));
  }

  /** Writes a file; an error names it and leaves the old content. */
  public static void write(Path file, Content content) throws IOException {
    try (AtomicFile pending = beside(file)) {
      content.writeTo(pending.path());
      pending.publish();
    } catch (IOException e) {
      throw new IOException("%s: cannot be written: %s".formatted(file, FileError.reason(e)), e);
    }
  }

  /** Begins a file; the folder of its target is created where it is missing. */
  public static AtomicFile beside(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new FileSystemException(target.toString(), null, "it is a folder");
    }
    Path file = behindLinks(target.toAbsolutePath());
    boolean plain = !isStream(file);
    if (!plain) {
      return new AtomicFile(target, Files.createTempFile("atoll-", ".part"), false);
    }
    Files.createDirectories(file.getParent());
    return new AtomicFile(file, hiddenSibling(file), true);
  }

  /** The file that a chain of symbolic links ends at, whether it exists or not. */
  private static Path behindLinks(Path file) throws IOException {
    Path at = file;
    for (int links = 0; Files.isSymbolicLink(at) && !isStream(at); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(file.toString(), null, "its symbolic links do not end");
      }
      at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
    }
    return at;
  }

  /** Whether bytes go through the file, or the system keeps it: such a file is not replaced. */
  private static boolean isStream(Path file) {
    return file.startsWith("/dev/fd")
        || file.startsWith("/proc")
        || (Files.exists(file) && !Files.isRegularFile(file));
  }

  /** A hidden file name in the target's folder that no other writer uses. */
  public static Path hiddenSibling(Path target) {
    return target
        .toAbsolutePath()
        .resolveSibling("." + target.getFileName() + ".part-" + UUID.randomUUID());
  }

  /** The file to write to. */
  public Path path() {
    return path;
  }

  /** Moves the written file to its target, which it replaces. */
  public void publish() throws IOException {
    if (!plain) {
      try (OutputStream out =
          Files.newOutputStream(target, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
        Files.copy(path, out);
      }
      return;
    }
    force(path);
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceFolder(target.toAbsolutePath().getParent());
  }

  /** Waits until the bytes of a file are on disk. */
  public static void force(Path file) throws IOException {
    try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  /** Waits until the names in a folder are on disk, where the system can do that. */
  public static void forceFolder(Path folder) {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException _) {
      // Not every system opens folders; the moved file is complete in any case.
      return;
    }
  }

  /** Removes a file that was not published. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
