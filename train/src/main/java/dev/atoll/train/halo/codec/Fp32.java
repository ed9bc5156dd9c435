package dev.atoll.train.halo.codec;

import java.lang.foreign.MemorySegment;

/** Single precision: rows are sent unchanged. */
public record Fp32() implements RowCodec {
  @Override
  public long rowBytes(int elements) {
    return (long) elements * Float.BYTES;
  }

  @Override
  public void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    MemorySegment.copy(from, at, to, toAt, rowBytes(elements));
  }

  @Override
  public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
    MemorySegment.copy(from, at, to, toAt, rowBytes(elements));
  }

  @Override
  public boolean isExact() {
    return true;
  }
}
