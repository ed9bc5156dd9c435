package dev.atoll.formats.parquet;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Unpacks Snappy: a varint with the length, then literals and copies of what came before.
 *
 * <pre>
 *   tag xxxxxx00   literal of x + 1 bytes; x = 60 … 63: length − 1 follows in 1 … 4 bytes
 *   tag yyyxxx01   copy of x + 4 bytes from offset y·256 + next byte
 *   tag xxxxxx10   copy of x + 1 bytes, offset in 2 bytes;  …11: in 4 bytes
 * </pre>
 */
final class Snappy {
  private Snappy() {}

  static byte[] unpack(ByteBuffer in, int size) {
    if (Thrift.varint(in) != size) {
      throw new BufferUnderflowException();
    }
    byte[] out = new byte[size];
    int at = 0;
    while (at < size) {
      int tag = in.get() & 0xFF;
      if ((tag & 3) == 0) {
        int length = literalLength(tag >> 2, in);
        in.get(out, at, checked(length, size - at));
        at += length;
      } else {
        int length = (tag & 3) == 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
        int offset =
            switch (tag & 3) {
              case 1 -> ((tag >> 5) << 8) | (in.get() & 0xFF);
              case 2 -> in.getShort() & 0xFFFF;
              default -> in.getInt();
            };
        copy(out, at, checked(offset, at), checked(length, size - at));
        at += length;
      }
    }
    return out;
  }

  private static int literalLength(int code, ByteBuffer in) {
    if (code < 60) {
      return code + 1;
    }
    int length = 0;
    for (int i = 0; i < code - 59; i++) {
      length |= (in.get() & 0xFF) << (8 * i);
    }
    return length + 1;
  }

  private static int checked(int value, int most) {
    if (value <= 0 || value > most) {
      throw new BufferUnderflowException();
    }
    return value;
  }

  /** Copies forward byte by byte when the pieces overlap: that is how runs are written. */
  static void copy(byte[] out, int at, int offset, int length) {
    if (offset >= length) {
      System.arraycopy(out, at - offset, out, at, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      out[at + i] = out[at + i - offset];
    }
  }
}
