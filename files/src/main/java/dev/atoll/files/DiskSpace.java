package dev.atoll.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Reserves disk space for a file that is then mapped: on a full disk, a write to a file with holes
 * is a fault in the middle of a program. Uses {@code posix_fallocate}, as a file that is zeroed and
 * then filled is written twice.
 */
public final class DiskSpace {
  private static final int ZEROS = 1 << 20;
  private static final int READ_AND_WRITE = 2;
  private static final int TOO_LARGE = 27;
  private static final int NO_SPACE = 28;
  private static final Optional<DiskSpace> SYSTEM = find();

  private final MethodHandle open;
  private final MethodHandle allocate;
  private final MethodHandle close;

  private DiskSpace(MethodHandle open, MethodHandle allocate, MethodHandle close) {
    this.open = open;
    this.allocate = allocate;
    this.close = close;
  }

  private static Optional<DiskSpace> find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    SymbolLookup c = linker.defaultLookup();
    if (c.find("posix_fallocate").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DiskSpace(
            linker.downcallHandle(
                c.findOrThrow("open"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                Linker.Option.firstVariadicArg(2)),
            linker.downcallHandle(
                c.findOrThrow("posix_fallocate"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG)),
            linker.downcallHandle(
                c.findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT))));
  }

  /**
   * Reserves the first bytes of a file, which keeps its content and becomes at least as long. Where
   * the system cannot do that, zeros are written.
   *
   * @throws IOException when the disk has not as many, or no file may be as large
   */
  public static void reserve(Path file, long bytes) throws IOException {
    if (bytes > 0 && !(SYSTEM.isPresent() && SYSTEM.get().allocate(file, bytes))) {
      writeZeros(file, bytes);
    }
  }

  /** Appends zeros to a file until it has a length. */
  static void writeZeros(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
      ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
      for (long left = length - channel.size(); left > 0; ) {
        left -= channel.write(zeros.clear().limit((int) Math.min(ZEROS, left)));
      }
    }
  }

  private boolean allocate(Path file, long bytes) throws IOException {
    int result;
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) open.invokeExact(arena.allocateFrom(file.toString()), READ_AND_WRITE);
      if (descriptor < 0) {
        return false;
      }
      try {
        result = (int) allocate.invokeExact(descriptor, 0L, bytes);
      } finally {
        int _ = (int) close.invokeExact(descriptor);
      }
    } catch (Throwable e) { // of invokeExact
      throw new IllegalStateException("no call of the C library", e);
    }
    if (result == NO_SPACE) {
      throw new IOException("No space left on device");
    }
    if (result == TOO_LARGE) {
      throw new IOException(
          "file too large: %d bytes are more than the file system or 'ulimit -f' allows"
              .formatted(bytes));
    }
    return result == 0;
  }
}
