package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** IEEE half precision, rounded to nearest. */
public record Fp16() implements RowCodec {
  @Override
  public long rowBytes(int elements) {
    return (long) elements * Short.BYTES;
  }

  @Override
  public void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    for (int c = 0; c < elements; c++) {
      short half = Float.floatToFloat16(Floats.get(from, at, c));
      to.set(JAVA_SHORT_UNALIGNED, toAt + 2L * c, half);
    }
  }

  @Override
  public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    for (int c = 0; c < elements; c++) {
      short half = from.get(JAVA_SHORT_UNALIGNED, at + 2L * c);
      Floats.set(to, toAt, c, Float.float16ToFloat(half));
    }
  }
}
