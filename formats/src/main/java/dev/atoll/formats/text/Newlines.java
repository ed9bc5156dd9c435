package dev.atoll.formats.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Counts line ends, eight bytes at a time. */
final class Newlines {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7F * EACH;

  private Newlines() {}

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
