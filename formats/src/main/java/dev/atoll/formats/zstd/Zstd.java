package dev.atoll.formats.zstd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Unpacks a Zstandard frame.
 *
 * <pre>
 *   frame   magic, descriptor, window and content size, block*, checksum (not checked)
 *   block   3 bytes: last (1 bit), type (2: raw, run, compressed), size (21); data
 * </pre>
 *
 * Frames with a dictionary are refused. Corrupt data is a {@link BufferUnderflowException}.
 */
public final class Zstd {
  private static final int MAGIC = 0xFD2FB528;
  private static final int LARGEST_BLOCK = 1 << 17;

  private final ByteBuffer in;
  private final byte[] out;
  private final BlockDecoder decoder = new BlockDecoder();
  private int at;

  private Zstd(ByteBuffer in, int size) {
    this.in = in;
    this.out = new byte[size];
  }

  /** The unpacked bytes, of which there must be exactly {@code size}. */
  public static byte[] unpack(ByteBuffer packed, int size) {
    byte[] bytes = new byte[packed.remaining()];
    packed.get(bytes);
    return new Zstd(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), size).run();
  }

  private byte[] run() {
    try {
      header();
      boolean last = false;
      while (!last) {
        int head = (in.getShort() & 0xFFFF) | (in.get() & 0xFF) << 16;
        last = (head & 1) == 1;
        block(head >> 1 & 3, head >> 3);
      }
    } catch (IndexOutOfBoundsException
        | NegativeArraySizeException
        | IllegalArgumentException
        | ArithmeticException e) {
      throw corrupt(e);
    }
    if (at != out.length) {
      throw new BufferUnderflowException();
    }
    return out;
  }

  private static BufferUnderflowException corrupt(RuntimeException cause) {
    var e = new BufferUnderflowException();
    e.initCause(cause);
    return e;
  }

  private void header() {
    if (in.getInt() != MAGIC) {
      throw new BufferUnderflowException();
    }
    int descriptor = in.get() & 0xFF;
    boolean single = (descriptor & 0x20) != 0;
    int contentSize = descriptor >> 6 == 0 ? (single ? 1 : 0) : 1 << (descriptor >> 6);
    if ((descriptor & 3) != 0) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + (single ? 0 : 1) + contentSize);
  }

  private void block(int type, int size) {
    switch (type) {
      case 0 -> {
        in.get(out, at, size);
        at += size;
      }
      case 1 -> {
        Arrays.fill(out, at, at + size, in.get());
        at += size;
      }
      case 2 -> {
        int end = in.position() + size;
        if (size > LARGEST_BLOCK || end > in.limit()) {
          throw new BufferUnderflowException();
        }
        at = decoder.decode(in.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(end), out, at);
        in.position(end);
      }
      default -> throw new BufferUnderflowException();
    }
  }
}
