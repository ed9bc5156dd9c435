package dev.atoll.formats.zstd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A finite state machine (FSE): each state stands for a symbol, and names the next one with some
 * bits read from the data.
 */
final class StateTable {
  private final int log;
  private final byte[] symbols;
  private final byte[] bits;
  private final int[] bases;

  private StateTable(int log, byte[] symbols, byte[] bits, int[] bases) {
    this.log = log;
    this.symbols = symbols;
    this.bits = bits;
    this.bases = bases;
  }

  /** Reads the first state. */
  int first(BackwardBits in) {
    return (int) in.read(log);
  }

  int symbol(int state) {
    return symbols[state] & 0xFF;
  }

  /** Reads the state after a state. */
  int next(int state, BackwardBits in) {
    return bases[state] + (int) in.read(bits[state]);
  }

  /** One symbol, for ever, without reading a bit. */
  static StateTable constant(int symbol) {
    return new StateTable(0, new byte[] {(byte) symbol}, new byte[1], new int[1]);
  }

  /** A table from how often each symbol comes; −1 for less than once. */
  static StateTable of(int log, int... shares) {
    int size = 1 << log;
    byte[] symbols = new byte[size];
    int[] next = new int[shares.length];
    int high = size;
    for (int s = 0; s < shares.length; s++) {
      next[s] = Math.abs(shares[s]);
      if (shares[s] < 0) {
        symbols[--high] = (byte) s;
      }
    }
    int step = (size >> 1) + (size >> 3) + 3;
    int at = 0;
    for (int s = 0; s < shares.length; s++) {
      for (int i = 0; i < shares[s]; i++) {
        symbols[at] = (byte) s;
        do {
          at = (at + step) & (size - 1);
        } while (at >= high);
      }
    }
    if (at != 0) {
      throw new BufferUnderflowException();
    }
    return finished(log, symbols, next);
  }

  private static StateTable finished(int log, byte[] symbols, int[] next) {
    int size = symbols.length;
    byte[] bits = new byte[size];
    int[] bases = new int[size];
    for (int i = 0; i < size; i++) {
      int state = next[symbols[i] & 0xFF]++;
      bits[i] = (byte) (log - (31 - Integer.numberOfLeadingZeros(state)));
      bases[i] = (state << bits[i]) - size;
    }
    return new StateTable(log, symbols, bits, bases);
  }

  /** Reads the shares of the symbols as they are written before the data. */
  static StateTable read(ByteBuffer in, int largestLog, int largestSymbol) {
    var reader = new ForwardBits(in);
    int log = reader.read(4) + 5;
    if (log > largestLog) {
      throw new BufferUnderflowException();
    }
    int[] shares = new int[largestSymbol + 1];
    int remaining = 1 << log;
    int symbol = 0;
    while (remaining > 0) {
      int share = share(reader, remaining);
      remaining -= Math.abs(share);
      shares[symbol++] = share;
      if (share == 0) {
        symbol = skipAbsent(reader, symbol);
      }
    }
    if (remaining < 0) {
      throw new BufferUnderflowException();
    }
    reader.finish();
    return of(log, Arrays.copyOf(shares, symbol));
  }

  /** Small values save a bit: those below a threshold are written without their highest one. */
  private static int share(ForwardBits reader, int remaining) {
    int count = 32 - Integer.numberOfLeadingZeros(remaining + 1);
    int low = (1 << (count - 1)) - 1;
    int threshold = (1 << count) - 1 - (remaining + 1);
    int value = reader.read(count);
    if ((value & low) < threshold) {
      reader.back(1);
      value &= low;
    } else if (value > low) {
      value -= threshold;
    }
    return value - 1;
  }

  private static int skipAbsent(ForwardBits reader, int symbol) {
    int next = symbol;
    int repeat;
    do {
      repeat = reader.read(2);
      next += repeat;
    } while (repeat == 3);
    return next;
  }

  /** Bits in order, low ones first. */
  private static final class ForwardBits {
    private final ByteBuffer in;
    private final int start;
    private int at;

    ForwardBits(ByteBuffer in) {
      this.in = in;
      this.start = in.position();
    }

    int read(int count) {
      int value = 0;
      for (int i = 0; i < count; i++, at++) {
        int index = start + (at >> 3);
        if (index >= in.limit()) {
          throw new BufferUnderflowException();
        }
        value |= ((in.get(index) >> (at & 7)) & 1) << i;
      }
      return value;
    }

    void back(int count) {
      at -= count;
    }

    /** Leaves the data at the next whole byte. */
    void finish() {
      in.position(start + ((at + 7) >> 3));
    }
  }
}
