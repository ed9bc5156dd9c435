package dev.atoll.formats.zstd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes the compressed blocks of one frame; tables and offsets go over from block to block. */
final class BlockDecoder {
  private static final int LARGEST_LITERALS = 1 << 17;
  private static final int[] LITERAL_BASES = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64,
    128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536
  };
  private static final int[] LITERAL_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16
  };
  private static final int[] MATCH_BASES = {
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051,
    4099, 8195, 16387, 32771, 65539
  };
  private static final int[] MATCH_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
  };
  private static final StateTable USUAL_LITERALS =
      StateTable.of(
          6, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
          1, 1, 1, -1, -1, -1, -1);
  private static final StateTable USUAL_OFFSETS =
      StateTable.of(
          5, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
          -1);
  private static final StateTable USUAL_MATCHES =
      StateTable.of(
          6, 1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1);

  private final int[] recent = {1, 4, 8};
  private HuffmanTable huffman;
  private StateTable literalLengths;
  private StateTable offsets;
  private StateTable matchLengths;

  /** Appends what the block holds; where it ends in the output. */
  int decode(ByteBuffer in, byte[] out, int from) {
    byte[] literals = literals(in);
    return sequences(in, literals, out, from);
  }

  private byte[] literals(ByteBuffer in) {
    int first = in.get(in.position()) & 0xFF;
    int type = first & 3;
    int format = first >> 2 & 3;
    if (type < 2) {
      int bytes = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
      int size = (int) (number(in, bytes) >> ((format & 1) == 0 ? 3 : 4));
      byte[] literals = room(size);
      if (type == 0) {
        in.get(literals);
      } else {
        Arrays.fill(literals, in.get());
      }
      return literals;
    }
    int width = format < 2 ? 10 : format == 2 ? 14 : 18;
    long head = number(in, format < 2 ? 3 : format + 2) >> 4;
    byte[] literals = room((int) (head & ((1 << width) - 1)));
    int end = in.position() + (int) (head >> width);
    if (end > in.limit()) {
      throw new BufferUnderflowException();
    }
    if (type == 2) {
      huffman = HuffmanTable.read(in);
    }
    if (huffman == null) {
      throw new BufferUnderflowException();
    }
    huffmanStreams(in, end, format == 0, literals);
    in.position(end);
    return literals;
  }

  private static byte[] room(int size) {
    if (size > LARGEST_LITERALS) {
      throw new BufferUnderflowException();
    }
    return new byte[size];
  }

  private static long number(ByteBuffer in, int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (in.get() & 0xFFL) << (8 * i);
    }
    return value;
  }

  /** One stream, or four of which the first three tell their size. */
  private void huffmanStreams(ByteBuffer in, int end, boolean single, byte[] literals) {
    if (single) {
      huffman.decode(in, in.position(), end, literals, 0, literals.length);
      return;
    }
    int[] sizes = {in.getShort() & 0xFFFF, in.getShort() & 0xFFFF, in.getShort() & 0xFFFF};
    int each = (literals.length + 3) / 4;
    int start = in.position();
    for (int stream = 0; stream < 4; stream++) {
      int stop = stream < 3 ? start + sizes[stream] : end;
      if (stop > end) {
        throw new BufferUnderflowException();
      }
      int to = stream < 3 ? (stream + 1) * each : literals.length;
      huffman.decode(in, start, stop, literals, stream * each, to);
      start = stop;
    }
  }

  private int sequences(ByteBuffer in, byte[] literals, byte[] out, int from) {
    int count = in.get() & 0xFF;
    if (count == 255) {
      count = (in.getShort() & 0xFFFF) + 0x7F00;
    } else if (count >= 128) {
      count = ((count - 128) << 8) + (in.get() & 0xFF);
    }
    int at = from;
    int used = 0;
    if (count > 0) {
      int modes = in.get() & 0xFF;
      literalLengths = table(in, modes >> 6, USUAL_LITERALS, literalLengths, 9, 35);
      offsets = table(in, modes >> 4 & 3, USUAL_OFFSETS, offsets, 8, 31);
      matchLengths = table(in, modes >> 2 & 3, USUAL_MATCHES, matchLengths, 9, 52);
      var bits = new BackwardBits(in, in.position(), in.limit());
      int literalState = literalLengths.first(bits);
      int offsetState = offsets.first(bits);
      int matchState = matchLengths.first(bits);
      for (int i = 0; i < count; i++) {
        int offsetCode = offsets.symbol(offsetState);
        int matchCode = matchLengths.symbol(matchState);
        int literalCode = literalLengths.symbol(literalState);
        long offset = (1L << offsetCode) + bits.read(offsetCode);
        int match = MATCH_BASES[matchCode] + (int) bits.read(MATCH_BITS[matchCode]);
        int run = LITERAL_BASES[literalCode] + (int) bits.read(LITERAL_BITS[literalCode]);
        if (i + 1 < count) {
          literalState = literalLengths.next(literalState, bits);
          matchState = matchLengths.next(matchState, bits);
          offsetState = offsets.next(offsetState, bits);
        }
        System.arraycopy(literals, used, out, at, run);
        used += run;
        at += run;
        copy(out, at, distance(offset, run), match);
        at += match;
      }
      if (bits.left() != 0) {
        throw new BufferUnderflowException();
      }
    }
    System.arraycopy(literals, used, out, at, literals.length - used);
    return at + literals.length - used;
  }

  private static StateTable table(
      ByteBuffer in, int mode, StateTable usual, StateTable before, int log, int largest) {
    StateTable table =
        switch (mode) {
          case 0 -> usual;
          case 1 -> StateTable.constant(in.get() & 0xFF);
          case 2 -> StateTable.read(in, log, largest);
          default -> before;
        };
    if (table == null) {
      throw new BufferUnderflowException();
    }
    return table;
  }

  /**
   * Values up to three mean one of the last three distances, shifted when no literals come first.
   */
  private int distance(long value, int run) {
    if (value > 3) {
      remember(2, Math.toIntExact(value - 3));
      return recent[0];
    }
    int which = (int) value - (run == 0 ? 0 : 1);
    if (which > 0) {
      remember(Math.min(which, 2), which < 3 ? recent[which] : recent[0] - 1);
    }
    return recent[0];
  }

  private void remember(int slots, int distance) {
    System.arraycopy(recent, 0, recent, 1, slots);
    recent[0] = distance;
  }

  private static void copy(byte[] out, int at, int distance, int length) {
    if (distance <= 0 || distance > at) {
      throw new BufferUnderflowException();
    }
    for (int i = 0; i < length; i++) {
      out[at + i] = out[at + i - distance];
    }
  }
}
