package dev.atoll.formats;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears complete or not at all: it is written beside its target, under a name that no
 * other writer has, forced to disk and moved.
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
  private final Path target;
  private final Path path;

  private AtomicFile(Path target, Path path) {
    this.target = target;
    this.path = path;
  }

  /** Writes the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  public static void write(Path file, String text) throws IOException {
    write(file, pending -> Files.writeString(pending, text));
  }

  public static void write(Path file, Content content) throws IOException {
    try (AtomicFile pending = beside(file)) {
      content.writeTo(pending.path());
      pending.publish();
    }
  }

  /** Begins a file; the folder of its target is created where it is missing. */
  public static AtomicFile beside(Path target) throws IOException {
    Files.createDirectories(target.toAbsolutePath().getParent());
    return new AtomicFile(target, hiddenSibling(target));
  }

  /** A hidden name beside a target that no other writer has. */
  static Path hiddenSibling(Path target) {
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
    try (FileChannel written = FileChannel.open(path, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Removes a file that was not published. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
