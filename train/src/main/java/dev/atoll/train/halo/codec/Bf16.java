package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The upper half of a float32, rounded to nearest, ties to even. */
public record Bf16() implements RowCodec {
  @Override
  public long rowBytes(int elements) {
    return (long) elements * Short.BYTES;
  }

  @Override
  public void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    for (int c = 0; c < elements; c++) {
      to.set(JAVA_SHORT_UNALIGNED, toAt + 2L * c, upperHalf(Floats.get(from, at, c)));
    }
  }

  @Override
  public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    for (int c = 0; c < elements; c++) {
      int bits = from.get(JAVA_SHORT_UNALIGNED, at + 2L * c) << 16;
      Floats.set(to, toAt, c, Float.intBitsToFloat(bits));
    }
  }

  private static short upperHalf(float value) {
    if (Float.isNaN(value)) {
      return (short) 0x7FC0;
    }
    int bits = Float.floatToRawIntBits(value);
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }
}
