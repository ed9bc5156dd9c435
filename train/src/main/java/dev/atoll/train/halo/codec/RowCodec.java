package dev.atoll.train.halo.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The form in which rows of float32 travel between workers. */
public enum RowCodec {
  /** As they are. */
  FP32 {
    @Override
    public long rowBytes(int cells) {
      return (long) cells * Float.BYTES;
    }

    @Override
    public void encode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      MemorySegment.copy(from, at, to, toAt, rowBytes(cells));
    }

    @Override
    public void decode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      MemorySegment.copy(from, at, to, toAt, rowBytes(cells));
    }
  },

  /** IEEE half precision, rounded to nearest. */
  FP16 {
    @Override
    public long rowBytes(int cells) {
      return (long) cells * Short.BYTES;
    }

    @Override
    public void encode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      for (int c = 0; c < cells; c++) {
        to.set(JAVA_SHORT_UNALIGNED, toAt + 2L * c, Float.floatToFloat16(cell(from, at, c)));
      }
    }

    @Override
    public void decode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      for (int c = 0; c < cells; c++) {
        put(to, toAt, c, Float.float16ToFloat(from.get(JAVA_SHORT_UNALIGNED, at + 2L * c)));
      }
    }
  },

  /** The upper half of a float32, rounded to nearest, ties to even. */
  BF16 {
    @Override
    public long rowBytes(int cells) {
      return (long) cells * Short.BYTES;
    }

    @Override
    public void encode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      for (int c = 0; c < cells; c++) {
        to.set(JAVA_SHORT_UNALIGNED, toAt + 2L * c, upperHalf(cell(from, at, c)));
      }
    }

    @Override
    public void decode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      for (int c = 0; c < cells; c++) {
        put(to, toAt, c, Float.intBitsToFloat(from.get(JAVA_SHORT_UNALIGNED, at + 2L * c) << 16));
      }
    }
  },

  /** A byte per cell and a scale per row: the largest cell is ±127. */
  INT8 {
    @Override
    public long rowBytes(int cells) {
      return Float.BYTES + (long) cells;
    }

    @Override
    public void encode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      float largest = 0;
      for (int c = 0; c < cells; c++) {
        largest = Math.max(largest, Math.abs(cell(from, at, c)));
      }
      float scale = largest / LARGEST_BYTE;
      float inverse = 1 / scale;
      if (Float.isInfinite(inverse)) {
        inverse = 0; // all cells are zero, or too small for a scale
      }
      to.set(JAVA_FLOAT_UNALIGNED, toAt, scale);
      for (int c = 0; c < cells; c++) {
        int level = Math.round(cell(from, at, c) * inverse);
        to.set(JAVA_BYTE, toAt + Float.BYTES + c, (byte) level);
      }
    }

    @Override
    public void decode(MemorySegment from, long at, int cells, MemorySegment to, long toAt) {
      float scale = from.get(JAVA_FLOAT_UNALIGNED, at);
      for (int c = 0; c < cells; c++) {
        put(to, toAt, c, from.get(JAVA_BYTE, at + Float.BYTES + c) * scale);
      }
    }
  };

  private static final int LARGEST_BYTE = 127;

  /** Bytes of a row of so many cells. */
  public abstract long rowBytes(int cells);

  /** Writes the row of float32 that starts at a byte of the memory. */
  public abstract void encode(MemorySegment from, long at, int cells, MemorySegment to, long toAt);

  /** Reads a row back into float32. */
  public abstract void decode(MemorySegment from, long at, int cells, MemorySegment to, long toAt);

  private static float cell(MemorySegment row, long at, int column) {
    return row.get(JAVA_FLOAT_UNALIGNED, at + (long) column * Float.BYTES);
  }

  private static void put(MemorySegment row, long at, int column, float value) {
    row.set(JAVA_FLOAT_UNALIGNED, at + (long) column * Float.BYTES, value);
  }

  private static short upperHalf(float value) {
    if (Float.isNaN(value)) {
      return (short) 0x7FC0;
    }
    int bits = Float.floatToRawIntBits(value);
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }
}
