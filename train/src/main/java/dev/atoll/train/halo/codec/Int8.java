package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * A byte per element and a scale per row: the largest element is ±127. Rounding errors are fed
 * back.
 */
public record Int8() implements RowCodec {
  private static final int LARGEST_BYTE = 127;

  @Override
  public long rowBytes(int elements) {
    return Float.BYTES + (long) elements;
  }

  @Override
  public void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    float largest = 0;
    for (int c = 0; c < elements; c++) {
      largest = Math.max(largest, Math.abs(Floats.get(from, at, c)));
    }
    float scale = largest / LARGEST_BYTE;
    float inverse = 1 / scale;
    if (Float.isInfinite(inverse)) {
      inverse = 0; // all elements are zero, or too small for a scale
    }
    to.set(JAVA_FLOAT_UNALIGNED, toAt, scale);
    for (int c = 0; c < elements; c++) {
      int level = Math.round(Floats.get(from, at, c) * inverse);
      to.set(JAVA_BYTE, toAt + Float.BYTES + c, (byte) level);
    }
  }

  @Override
  public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    float scale = from.get(JAVA_FLOAT_UNALIGNED, at);
    for (int c = 0; c < elements; c++) {
      Floats.set(to, toAt, c, from.get(JAVA_BYTE, at + Float.BYTES + c) * scale);
    }
  }

  @Override
  public boolean feedsErrorsBack() {
    return true;
  }
}
