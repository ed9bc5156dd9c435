package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.tensor.device.Bfloat16;
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
      to.set(JAVA_SHORT_UNALIGNED, toAt + 2L * c, Bfloat16.of(Floats.get(from, at, c)));
    }
  }

  @Override
  public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    for (int c = 0; c < elements; c++) {
      Floats.set(to, toAt, c, Bfloat16.toFloat(from.get(JAVA_SHORT_UNALIGNED, at + 2L * c)));
    }
  }
}
