package dev.atoll.formats.parquet;

import java.nio.ByteBuffer;

/**
 * Small numbers as runs and packed groups, which Parquet uses for nulls and dictionary indexes.
 *
 * <pre>
 *   run      varint 2·count, value in as many whole bytes as the bit width needs
 *   groups   varint 2·groups + 1, then 8 values per group of width bits each, low bits first
 * </pre>
 */
final class Levels {
  private Levels() {}

  static int[] read(ByteBuffer in, int width, int count) {
    int[] out = new int[count];
    int at = 0;
    while (at < count && width > 0) {
      long head = Thrift.varint(in);
      if ((head & 1) == 0) {
        int value = value(in, (width + 7) / 8);
        long end = at + (head >>> 1);
        if (end == at) {
          throw new CorruptParquetException("an empty run");
        }
        while (at < Math.min(count, end)) {
          out[at++] = value;
        }
      } else {
        at = groups(in, width, out, at, (head >>> 1) * 8);
      }
    }
    return out;
  }

  private static int value(ByteBuffer in, int bytes) {
    int value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (in.get() & 0xFF) << (8 * i);
    }
    return value;
  }

  private static int groups(ByteBuffer in, int width, int[] out, int from, long values) {
    int at = from;
    long bits = 0;
    int held = 0;
    long mask = (1L << width) - 1;
    for (long i = 0; i < values && at < out.length; i++) {
      while (held < width) {
        // The last group of a page may be cut short: the missing values are never used.
        long next = in.hasRemaining() ? in.get() & 0xFF : 0;
        bits |= next << held;
        held += 8;
      }
      out[at++] = (int) (bits & mask);
      bits >>>= width;
      held -= width;
    }
    return at;
  }
}
