package dev.atoll.formats.npy;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reserves disk space by {@code posix_fallocate}, without writing to it: a file that is zeroed and
 * then filled is written twice.
 */
final class DiskSpace {
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
   * Reserves the first bytes of a file and makes it at least as long.
   *
   * @return whether they are reserved; false where the system cannot do that
   * @throws IOException when the disk has not as many
   */
  static boolean reserve(Path file, long bytes) throws IOException {
    return bytes > 0 && SYSTEM.isPresent() && SYSTEM.get().allocate(file, bytes);
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
    if (result == NO_SPACE || result == TOO_LARGE) {
      throw new IOException("No space left on device");
    }
    return result == 0;
  }
}
