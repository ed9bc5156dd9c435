package dev.atoll.train.halo.codec;

import java.lang.foreign.MemorySegment;

/**
 * The number format in which rows of float32 travel between workers. Every row is encoded
 * independently, so that both ends know the size of a message.
 */
public interface RowCodec {
  /** The codec that sends rows unchanged. */
  static RowCodec fp32() {
    return new Fp32();
  }

  /** Bytes of an encoded row. */
  long rowBytes(int elements);

  /** Encodes the row of float32 that starts at a byte of the memory. */
  void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt);

  /** Decodes a row into float32. */
  void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt);

  /** Whether an encoded row is the row itself. */
  default boolean isExact() {
    return false;
  }

  /** Whether a sender adds the rounding error of a row to the next version of that row. */
  default boolean feedsErrorsBack() {
    return false;
  }
}
