package dev.atoll.formats.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds and counts line ends, eight bytes at a time. */
final class Newlines {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7F * EACH;

  private Newlines() {}

  /**
   * Replaces carriage returns that are not followed by a newline with newlines.
   *
   * @param last whether the data ends here
   */
  static void endLines(byte[] data, int from, int to, boolean last) {
    int i = from;
    while (i < to) {
      if (i + Long.BYTES <= to && !has(data, i, '\r')) {
        i += Long.BYTES;
        continue;
      }
      int end = Math.min(to, i + Long.BYTES);
      for (; i < end; i++) {
        boolean alone = i + 1 < to ? data[i + 1] != '\n' : last;
        data[i] = data[i] == '\r' && alone ? (byte) '\n' : data[i];
      }
    }
  }

  /** Whether one of eight bytes has a value. */
  private static boolean has(byte[] data, int at, int value) {
    long zeroWhereFound = (long) LONGS.get(data, at) ^ (value * EACH);
    long other = ((zeroWhereFound & LOW_BITS) + LOW_BITS) | zeroWhereFound;
    return (~other & ~LOW_BITS) != 0;
  }

  static long count(byte[] data, int length) {
    long count = 0;
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      long zeroWhereNewline = (long) LONGS.get(data, i) ^ ('\n' * EACH);
      // The high bit of each byte of this sum is set unless the byte is zero.
      long other = ((zeroWhereNewline & LOW_BITS) + LOW_BITS) | zeroWhereNewline;
      count += Long.bitCount(~other & ~LOW_BITS);
    }
    for (; i < length; i++) {
      count += data[i] == '\n' ? 1 : 0;
    }
    return count;
  }
}
