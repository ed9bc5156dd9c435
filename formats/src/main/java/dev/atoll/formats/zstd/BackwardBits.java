package dev.atoll.formats.zstd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Bits that are read from the end of a piece of data to its start. The highest one bit of the last
 * byte marks where they end; before the start there are zeros.
 */
final class BackwardBits {
  private final ByteBuffer data;
  private final int start;
  private long left;

  BackwardBits(ByteBuffer data, int start, int end) {
    if (end <= start || data.get(end - 1) == 0) {
      throw new BufferUnderflowException();
    }
    this.data = data;
    this.start = start;
    int padding = Integer.numberOfLeadingZeros(data.get(end - 1) & 0xFF) - 24 + 1;
    this.left = (end - start) * 8L - padding;
  }

  /** How many bits are left; negative when more were read than there are. */
  long left() {
    return left;
  }

  /** The next bits, at most 32 of them. */
  long read(int count) {
    long bits = peek(count);
    left -= count;
    return bits;
  }

  void skip(int count) {
    left -= count;
  }

  long peek(int count) {
    long from = left - count;
    if (from < 0) {
      return left <= 0 ? 0 : at(0, (int) left) << -from;
    }
    return at(from, count);
  }

  private long at(long from, int count) {
    int first = start + (int) (from >> 3);
    int shift = (int) (from & 7);
    long bits = 0;
    for (int i = 0; i * 8 < shift + count; i++) {
      bits |= (data.get(first + i) & 0xFFL) << (8 * i);
    }
    return (bits >>> shift) & ((1L << count) - 1);
  }
}
