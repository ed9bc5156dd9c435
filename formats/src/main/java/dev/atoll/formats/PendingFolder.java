package dev.atoll.formats;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileError;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyHeader;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A folder under construction: a hidden sibling of its target, moved there in one step when it is
 * complete and deleted when it is not, also when the program is interrupted.
 */
public final class PendingFolder implements AutoCloseable {
  /** Scratch below this stays in memory; the largest size of the heap says how much there is. */
  private static final long SMALL = Runtime.getRuntime().maxMemory() / 4;

  /** Bytes that stay free for the small files of a folder. */
  private static final long MARGIN = 1 << 20;

  private final Path target;
  private final Path path;
  private final ToLongFunction<Path> freeBytes;
  private final Thread onInterrupt = new Thread(this::abandon, "atoll-abandon-folder");
  private int scratchFiles;
  private boolean isAbandoned;

  private PendingFolder(Path target, Path path, ToLongFunction<Path> freeBytes) {
    this.target = target;
    this.path = path;
    this.freeBytes = freeBytes;
  }

  public static PendingFolder beside(Path target) throws IOException {
    return beside(target, PendingFolder::usableSpace);
  }

  /**
   * Begins a folder beside its target.
   *
   * @param freeBytes the free bytes on the disk of a folder
   */
  public static PendingFolder beside(Path target, ToLongFunction<Path> freeBytes)
      throws IOException {
    Path absolute = target.toAbsolutePath().normalize();
    requireFree(absolute);
    try {
      Path parent = absolute.getParent();
      Files.createDirectories(parent);
      // Not a temporary directory of Java's making: that would be closed to everyone else for good.
      var pending = new PendingFolder(absolute, AtomicFile.hiddenSibling(absolute), freeBytes);
      pending.create();
      return pending;
    } catch (FileSystemException e) {
      throw unwritable(absolute, e);
    }
  }

  /** Begins the folder when it is sure that an interrupt will remove it. */
  private void create() throws IOException {
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      synchronized (this) {
        if (isAbandoned) {
          throw new InterruptedIOException(target + ": interrupted");
        }
        Files.createDirectory(path);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Writes a file. */
  @FunctionalInterface
  public interface FileWriter<T> {
    T write(Path file) throws IOException;
  }

  public Path path() {
    return path;
  }

  public Path target() {
    return target;
  }

  /** Writes a file of about the given number of bytes. */
  public <T> T write(String file, long bytes, FileWriter<T> writer) throws IOException {
    long free = freeBytes.applyAsLong(path);
    if (free < bytes + MARGIN) {
      throw new IOException(
          "%s: disk full: %s needs %,d bytes and %,d of reserve, %,d are free: %,d are missing; nothing was kept"
              .formatted(target, file, bytes, MARGIN, free, bytes + MARGIN - free));
    }
    try {
      return writer.write(path.resolve(file));
    } catch (IOException e) {
      throw new IOException(
          "%s: writing %s failed: %s; nothing was kept"
              .formatted(target, file, FileError.reason(e)),
          e);
    }
  }

  /**
   * A buffer that is released when the arena closes: memory while small, an unnamed file beyond.
   */
  public MemorySegment scratch(Arena until, long bytes) throws IOException {
    if (bytes < SMALL) {
      return until.allocate(bytes, 64);
    }
    String file = "scratch" + scratchFiles++;
    return write(
        file,
        bytes,
        f -> {
          MemorySegment elements = Npy.create(f, NpyHeader.of(NpyType.UINT8, bytes), until);
          Files.delete(f);
          return elements;
        });
  }

  /**
   * Moves the folder to its target; gives way if another process has published the same folder
   * first.
   */
  public void publish() throws IOException {
    try {
      force();
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
      AtomicFile.forceFolder(target.getParent());
    } catch (FileSystemException e) {
      requireFree(target);
      throw unwritable(target, e);
    }
  }

  /** Waits until the whole folder is on disk: a power cut must not leave empty files in place. */
  private void force() throws IOException {
    try (Stream<Path> inside = Files.walk(path)) {
      for (Path file : inside.toList()) {
        if (Files.isDirectory(file)) {
          AtomicFile.forceFolder(file);
        } else {
          AtomicFile.force(file);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException _) {
      return; // interrupted: the hook cleans up
    }
    delete();
  }

  /** Removes the folder, also while its writer is still at work. */
  private synchronized void abandon() {
    isAbandoned = true;
    try {
      if (Files.exists(path)) {
        remove(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove the unfinished " + path, e);
    }
  }

  private void delete() throws IOException {
    if (Files.exists(path)) {
      deleteAll(path);
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : List.copyOf(files.toList()).reversed()) {
        Files.delete(file);
      }
    }
  }

  /** Removes a folder; its name is free at once. */
  public static void remove(Path folder) throws IOException {
    Path aside = AtomicFile.hiddenSibling(folder);
    Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
    deleteAll(aside);
  }

  /** Fails where a folder cannot be written, before long work for it begins. */
  public static void requireFree(Path target) throws IOException {
    boolean empty = true;
    if (Files.isDirectory(target)) {
      try (Stream<Path> inside = Files.list(target)) {
        empty = inside.findAny().isEmpty();
      }
    }
    if (!empty || Files.isRegularFile(target)) {
      throw BadDataException.at(target, "already exists; remove it or choose another folder");
    }
  }

  private static IOException unwritable(Path target, FileSystemException e) {
    return new IOException(
        "%s: cannot create this folder: %s; choose one that can be written"
            .formatted(target, FileError.reason(e)),
        e);
  }

  private static long usableSpace(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // the write itself will fail if it is too small
    }
  }
}
