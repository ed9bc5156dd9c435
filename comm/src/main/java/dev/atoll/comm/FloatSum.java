package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Sums of float32 arrays in native byte order. */
final class FloatSum {
  /** Vectors need a module that must be asked for when the JVM starts. */
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private FloatSum() {}

  /** {@code into[i] = left[i] + right[i]}; the three may be the same memory. */
  static void add(MemorySegment left, MemorySegment right, MemorySegment into) {
    long bytes = into.byteSize();
    for (long at = VECTORS ? VectorFloatSum.add(left, right, into) : 0;
        at < bytes;
        at += Float.BYTES) {
      float sum = left.get(JAVA_FLOAT_UNALIGNED, at) + right.get(JAVA_FLOAT_UNALIGNED, at);
      into.set(JAVA_FLOAT_UNALIGNED, at, sum);
    }
  }
}
