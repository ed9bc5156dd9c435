package dev.atoll.tensor.cpu;

import java.lang.foreign.MemorySegment;

/**
 * Copies of short rows from one place of native memory to another. A bulk copy of the JDK is a call
 * whose end the processor awaits before it reads the next row; copies in vectors overlap, and so do
 * the cache misses of several rows.
 */
public final class RowCopy {
  /** Longer rows are not worth it. */
  private static final long LONGEST = 1 << 12;

  /** Vectors need a module that must be asked for when the JVM starts. */
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private RowCopy() {}

  /** Copies bytes; the two places do not overlap. */
  public static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
    if (VECTORS
        && bytes >= VectorRowCopy.SHORTEST
        && bytes <= LONGEST
        && from.isNative()
        && to.isNative()) {
      VectorRowCopy.copy(from, fromOffset, to, toOffset, bytes);
    } else {
      MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
    }
  }
}
