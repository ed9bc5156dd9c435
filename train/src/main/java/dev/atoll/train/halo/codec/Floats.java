package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Elements of a row of float32 that starts at any byte of a memory. */
final class Floats {
  private Floats() {}

  static float get(MemorySegment row, long at, int column) {
    return row.get(JAVA_FLOAT_UNALIGNED, at + (long) column * Float.BYTES);
  }

  static void set(MemorySegment row, long at, int column, float value) {
    row.set(JAVA_FLOAT_UNALIGNED, at + (long) column * Float.BYTES, value);
  }
}
