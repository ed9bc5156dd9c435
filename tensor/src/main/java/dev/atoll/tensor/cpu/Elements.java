package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.device.Bfloat16;

/** Reads and writes single elements. */
final class Elements {
  private Elements() {}

  /** An element of an {@link DType#F32} matrix. */
  static float get(Matrix m, int row, int col) {
    return m.data().get(JAVA_FLOAT_UNALIGNED, 4 * ((long) row * m.stride() + col));
  }

  static void set(Matrix m, int row, int col, float value) {
    m.data().set(JAVA_FLOAT_UNALIGNED, 4 * ((long) row * m.stride() + col), value);
  }

  /** {@code m = value + beta·m}; with {@code beta} 0 whatever was there does not count. */
  static void put(Matrix m, int row, int col, float value, float beta) {
    set(m, row, col, beta == 0 ? value : value + beta * get(m, row, col));
  }

  static int getInt(Matrix m, int row, int col) {
    return m.data().get(JAVA_INT_UNALIGNED, 4 * ((long) row * m.stride() + col));
  }

  static void setInt(Matrix m, int row, int col, int value) {
    m.data().set(JAVA_INT_UNALIGNED, 4 * ((long) row * m.stride() + col), value);
  }

  /** An element of a matrix of any floating type. */
  static float read(Matrix m, int row, int col) {
    long element = (long) row * m.stride() + col;
    return switch (m.type()) {
      case F32 -> m.data().get(JAVA_FLOAT_UNALIGNED, 4 * element);
      case BF16 -> Bfloat16.toFloat(m.data().get(JAVA_SHORT_UNALIGNED, 2 * element));
      case F16 -> Float.float16ToFloat(m.data().get(JAVA_SHORT_UNALIGNED, 2 * element));
      case I32, I64 -> throw notFloating(m.type());
    };
  }

  static void write(Matrix m, int row, int col, float value) {
    long element = (long) row * m.stride() + col;
    switch (m.type()) {
      case F32 -> m.data().set(JAVA_FLOAT_UNALIGNED, 4 * element, value);
      case BF16 -> m.data().set(JAVA_SHORT_UNALIGNED, 2 * element, Bfloat16.of(value));
      case F16 -> m.data().set(JAVA_SHORT_UNALIGNED, 2 * element, Float.floatToFloat16(value));
      case I32, I64 -> throw notFloating(m.type());
    }
  }

  static float get(Buffer b, long i) {
    return b.data().getAtIndex(JAVA_FLOAT_UNALIGNED, i);
  }

  /** A factor that is one where the buffer is absent. */
  static float factor(Buffer b, long i) {
    return b == null ? 1 : get(b, i);
  }

  static int getInt(Buffer b, long i) {
    return b.data().getAtIndex(JAVA_INT_UNALIGNED, i);
  }

  static long getLong(Buffer b, long i) {
    return b.data().getAtIndex(JAVA_LONG_UNALIGNED, i);
  }

  /** A row number from ids of either width. */
  static int row(Buffer ids, long i) {
    return ids.type() == DType.I64 ? Math.toIntExact(getLong(ids, i)) : getInt(ids, i);
  }

  /** The id that dropout knows a row by. */
  static long rowId(Dropout dropout, int row) {
    return dropout.rowIds() == null ? row : getLong(dropout.rowIds(), row);
  }

  private static IllegalArgumentException notFloating(DType type) {
    return new IllegalArgumentException("expected F32, BF16 or F16, got " + type);
  }
}
