package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.device.PooledWorkspace;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Memory of the host, aligned to cache lines. Requests of {@value #HUGE_PAGE} bytes and more are
 * mapped at a huge page's boundary and ask for huge pages: random rows then miss the address cache
 * far less often. Where that is not to be had (no Linux), plain memory serves.
 */
final class HostMemory implements PooledWorkspace.Allocator {
  static final long HUGE_PAGE = 2L << 20;
  static final long CACHE_LINE = 64;

  private static final long SMALL_PAGE = 4096;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_HUGEPAGE = 14;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
  private static final MethodHandle MMAP =
      function(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      function("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle MADVISE =
      function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final Arena arena = Arena.ofShared();

  @Override
  public MemorySegment allocate(long bytes) {
    return allocate(bytes, arena);
  }

  @Override
  public void close() {
    arena.close();
  }

  /** Memory that lives as long as the arena. */
  static MemorySegment allocate(long bytes, Arena arena) {
    if (!LINUX || bytes < HUGE_PAGE) {
      return arena.allocate(bytes, CACHE_LINE);
    }
    long mapped = Math.ceilDiv(bytes, SMALL_PAGE) * SMALL_PAGE + HUGE_PAGE;
    long address = map(mapped);
    long aligned = Math.ceilDiv(address, HUGE_PAGE) * HUGE_PAGE;
    // Refused advice only costs speed.
    call(MADVISE, MemorySegment.ofAddress(aligned), address + mapped - aligned, MADV_HUGEPAGE);
    return MemorySegment.ofAddress(aligned)
        .reinterpret(bytes, arena, _ -> call(MUNMAP, MemorySegment.ofAddress(address), mapped));
  }

  private static long map(long bytes) {
    long address =
        ((MemorySegment)
                call(
                    MMAP,
                    MemorySegment.NULL,
                    bytes,
                    PROT_READ_WRITE,
                    MAP_PRIVATE_ANONYMOUS,
                    -1,
                    0L))
            .address();
    if (address == -1) {
      throw new OutOfMemoryError(
          "the system refused %d bytes of memory; use a smaller batch or width, or more workers"
              .formatted(bytes));
    }
    return address;
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    return LINKER
        .defaultLookup()
        .find(name)
        .map(symbol -> LINKER.downcallHandle(symbol, type))
        .orElse(null);
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new AssertionError("a call of the C library failed", e);
    }
  }
}
