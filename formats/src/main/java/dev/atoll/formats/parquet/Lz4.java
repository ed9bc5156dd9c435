package dev.atoll.formats.parquet;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Unpacks an LZ4 block: sequences of a token (literal length in the high half, match length − 4 in
 * the low half, 15 goes on in further bytes), literals, a two-byte offset and the match.
 */
final class Lz4 {
  private Lz4() {}

  static byte[] unpack(ByteBuffer in, int size) {
    byte[] out = new byte[size];
    int at = 0;
    while (true) {
      int token = in.get() & 0xFF;
      int literals = length(token >> 4, in);
      if (literals > size - at) {
        throw new BufferUnderflowException();
      }
      in.get(out, at, literals);
      at += literals;
      if (at == size) {
        return out;
      }
      int offset = in.getShort() & 0xFFFF;
      int match = length(token & 15, in) + 4;
      if (offset == 0 || offset > at || match > size - at) {
        throw new BufferUnderflowException();
      }
      Snappy.copy(out, at, offset, match);
      at += match;
    }
  }

  private static int length(int start, ByteBuffer in) {
    int length = start;
    if (start == 15) {
      int more;
      do {
        more = in.get() & 0xFF;
        length += more;
      } while (more == 255);
    }
    return length;
  }
}
