package dev.atoll.formats.parquet;

import java.nio.ByteBuffer;

/**
 * Whole numbers as differences.
 *
 * <pre>
 *   varint values per block, varint miniblocks per block, varint count, zigzag first value
 *   block*   zigzag smallest difference, one byte of bit width per miniblock, packed miniblocks
 * </pre>
 */
final class Delta {
  private Delta() {}

  static long[] read(ByteBuffer in, int expected) {
    int block = (int) Thrift.varint(in);
    int minis = (int) Thrift.varint(in);
    long count = Thrift.varint(in);
    long value = Thrift.unzigzag(Thrift.varint(in));
    if (minis <= 0 || block < minis || block > 1 << 20 || count != expected) {
      throw new CorruptParquetException(
          "a block of differences has %d values in %d miniblocks, %d in all; expected %d in all"
              .formatted(block, minis, count, expected));
    }
    long[] out = new long[expected];
    if (count > 0) {
      out[0] = value;
    }
    int at = 1;
    while (at < count) {
      long smallest = Thrift.unzigzag(Thrift.varint(in));
      byte[] widths = new byte[minis];
      in.get(widths);
      for (int mini = 0; mini < minis && at < count; mini++) {
        at = miniblock(in, widths[mini], block / minis, smallest, out, at);
      }
    }
    return out;
  }

  private static int miniblock(
      ByteBuffer in, int width, int values, long smallest, long[] out, int from) {
    if (width < 0 || width > 64) {
      throw new CorruptParquetException(
          "differences of %d bits; expected 0 to 64".formatted(width));
    }
    byte[] packed = new byte[values / 8 * width];
    in.get(packed);
    int at = from;
    for (int i = 0; i < values && at < out.length; i++) {
      out[at] = out[at - 1] + smallest + bits(packed, (long) i * width, width);
      at++;
    }
    return at;
  }

  private static long bits(byte[] packed, long from, int width) {
    long value = 0;
    for (int done = 0; done < width; ) {
      long bit = from + done;
      int shift = (int) (bit & 7);
      int take = Math.min(8 - shift, width - done);
      long piece = ((packed[(int) (bit >> 3)] & 0xFF) >> shift) & ((1 << take) - 1);
      value |= piece << done;
      done += take;
    }
    return value;
  }
}
