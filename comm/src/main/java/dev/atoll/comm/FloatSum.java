package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Sums of float32 arrays in native byte order. */
final class FloatSum {
  /** Vectors need a module that must be asked for when the JVM starts. */
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private FloatSum() {}

  /**
   * {@code into[i] = ((terms[0][i] + terms[1][i]) + terms[2][i]) + …}, for two or more terms.
   *
   * @param terms the memory of the first is overwritten if there are more than four
   * @param into may share the memory of any term
   */
  static void add(MemorySegment[] terms, MemorySegment into) {
    int next = 1;
    for (; terms.length - next > 3; next += 3) {
      add(terms[0], terms[next], terms[next + 1], terms[next + 2], terms[0]);
    }
    switch (terms.length - next) {
      case 1 -> add(terms[0], terms[next], into);
      case 2 -> add(terms[0], terms[next], terms[next + 1], into);
      default -> add(terms[0], terms[next], terms[next + 1], terms[next + 2], into);
    }
  }

  private static void add(MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment into) {
    for (long at = VECTORS ? VectorFloatSum.add(a, b, c, into) : 0;
        at < into.byteSize();
        at += Float.BYTES) {
      float sum = a.get(JAVA_FLOAT_UNALIGNED, at) + b.get(JAVA_FLOAT_UNALIGNED, at);
      into.set(JAVA_FLOAT_UNALIGNED, at, sum + c.get(JAVA_FLOAT_UNALIGNED, at));
    }
  }

  private static void add(
      MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment d, MemorySegment into) {
    for (long at = VECTORS ? VectorFloatSum.add(a, b, c, d, into) : 0;
        at < into.byteSize();
        at += Float.BYTES) {
      float sum = a.get(JAVA_FLOAT_UNALIGNED, at) + b.get(JAVA_FLOAT_UNALIGNED, at);
      sum += c.get(JAVA_FLOAT_UNALIGNED, at);
      into.set(JAVA_FLOAT_UNALIGNED, at, sum + d.get(JAVA_FLOAT_UNALIGNED, at));
    }
  }

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
