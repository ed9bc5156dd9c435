package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Sums of float32 arrays in native byte order. */
final class FloatSum {
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private FloatSum() {}

  /** {@code into[i] = left[i] + right[i]}; the three may be the same memory. */
  static void add(MemorySegment left, MemorySegment right, MemorySegment into) {
    long bytes = into.byteSize();
    long step = LANES.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      FloatVector a = FloatVector.fromMemorySegment(LANES, left, at, ORDER);
      a.add(FloatVector.fromMemorySegment(LANES, right, at, ORDER))
          .intoMemorySegment(into, at, ORDER);
    }
    for (; at < bytes; at += Float.BYTES) {
      float sum = left.get(JAVA_FLOAT_UNALIGNED, at) + right.get(JAVA_FLOAT_UNALIGNED, at);
      into.set(JAVA_FLOAT_UNALIGNED, at, sum);
    }
  }
}
