package dev.atoll.formats.zstd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A Huffman code as a table over the next bits: which symbol they begin with, and how many of them
 * it takes.
 */
final class HuffmanTable {
  private static final int WIDEST = 11;

  private final int width;
  private final byte[] symbols;
  private final byte[] lengths;

  private HuffmanTable(int width, byte[] symbols, byte[] lengths) {
    this.width = width;
    this.symbols = symbols;
    this.lengths = lengths;
  }

  /** Reads the weights of all symbols but the last, which follows from them. */
  static HuffmanTable read(ByteBuffer in) {
    int head = in.get() & 0xFF;
    byte[] weights = head < 128 ? coded(in, head) : direct(in, head - 127);
    int total = 0;
    for (byte weight : weights) {
      if (weight < 0 || weight > WIDEST) {
        throw new BufferUnderflowException();
      }
      total += weight == 0 ? 0 : 1 << (weight - 1);
    }
    int width = 32 - Integer.numberOfLeadingZeros(total);
    int rest = (1 << width) - total;
    if (total == 0 || width > WIDEST || Integer.bitCount(rest) != 1) {
      throw new BufferUnderflowException();
    }
    byte[] all = Arrays.copyOf(weights, weights.length + 1);
    all[weights.length] = (byte) (Integer.numberOfTrailingZeros(rest) + 1);
    return of(width, all);
  }

  private static byte[] direct(ByteBuffer in, int count) {
    byte[] weights = new byte[count];
    for (int i = 0; i < count; i += 2) {
      int pair = in.get() & 0xFF;
      weights[i] = (byte) (pair >> 4);
      if (i + 1 < count) {
        weights[i + 1] = (byte) (pair & 15);
      }
    }
    return weights;
  }

  /** Two state machines take turns until the bits are used up. */
  private static byte[] coded(ByteBuffer in, int length) {
    int end = in.position() + length;
    if (end > in.limit()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer head = in.duplicate().limit(end);
    StateTable table = StateTable.read(head, 6, 255);
    var bits = new BackwardBits(in, head.position(), end);
    in.position(end);
    byte[] weights = new byte[255];
    int count = 0;
    int[] states = {table.first(bits), table.first(bits)};
    for (int turn = 0; ; turn ^= 1) {
      weights[count++] = (byte) table.symbol(states[turn]);
      states[turn] = table.next(states[turn], bits);
      if (bits.left() < 0) {
        weights[count++] = (byte) table.symbol(states[turn ^ 1]);
        return Arrays.copyOf(weights, count);
      }
    }
  }

  /** Lightest symbols, which have the longest codes, come first. */
  private static HuffmanTable of(int width, byte[] weights) {
    byte[] symbols = new byte[1 << width];
    byte[] lengths = new byte[1 << width];
    int at = 0;
    for (int weight = 1; weight <= width; weight++) {
      for (int symbol = 0; symbol < weights.length; symbol++) {
        if (weights[symbol] == weight) {
          int end = at + (1 << (weight - 1));
          Arrays.fill(symbols, at, end, (byte) symbol);
          Arrays.fill(lengths, at, end, (byte) (width + 1 - weight));
          at = end;
        }
      }
    }
    return new HuffmanTable(width, symbols, lengths);
  }

  /** Decodes one stream, which must hold exactly the symbols asked for. */
  void decode(ByteBuffer data, int start, int end, byte[] out, int from, int to) {
    var bits = new BackwardBits(data, start, end);
    for (int i = from; i < to; i++) {
      int code = (int) bits.peek(width);
      out[i] = symbols[code];
      bits.skip(lengths[code]);
    }
    if (bits.left() != 0) {
      throw new BufferUnderflowException();
    }
  }
}
