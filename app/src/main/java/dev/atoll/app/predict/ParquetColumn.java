package dev.atoll.app.predict;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * A column of a Parquet file: a value for every row.
 *
 * @param width how many bytes each value takes
 */
record ParquetColumn(String name, Type type, Width width, Put put) {
  /** The physical type, by its number in the format. */
  enum Type {
    INT32(1),
    INT64(2),
    FLOAT(4),
    TEXT(6);

    private final int code;

    Type(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** How many bytes the value of a row takes. */
  @FunctionalInterface
  interface Width {
    int of(int row);
  }

  /** Writes the value of a row. */
  @FunctionalInterface
  interface Put {
    void put(int row, ByteBuffer into);
  }

  /** Reads a float. */
  @FunctionalInterface
  interface Floats {
    float at(int row);
  }

  static ParquetColumn ints(String name, IntToLongFunction value) {
    return new ParquetColumn(
        name,
        Type.INT32,
        _ -> Integer.BYTES,
        (row, into) -> into.putInt((int) value.applyAsLong(row)));
  }

  static ParquetColumn longs(String name, IntToLongFunction value) {
    return new ParquetColumn(
        name, Type.INT64, _ -> Long.BYTES, (row, into) -> into.putLong(value.applyAsLong(row)));
  }

  static ParquetColumn floats(String name, Floats value) {
    return new ParquetColumn(
        name, Type.FLOAT, _ -> Float.BYTES, (row, into) -> into.putFloat(value.at(row)));
  }

  /** Texts: their length (int32), then UTF-8. */
  static ParquetColumn texts(String name, IntFunction<String> value) {
    return new ParquetColumn(
        name,
        Type.TEXT,
        row -> Integer.BYTES + utf8(value, row).length,
        (row, into) -> {
          byte[] utf8 = utf8(value, row);
          into.putInt(utf8.length).put(utf8);
        });
  }

  private static byte[] utf8(IntFunction<String> value, int row) {
    return value.apply(row).getBytes(StandardCharsets.UTF_8);
  }

  /** The values of some rows, one after the other. */
  byte[] plain(int from, int to) {
    int bytes = 0;
    for (int row = from; row < to; row++) {
      bytes = Math.addExact(bytes, width.of(row));
    }
    byte[] cells = new byte[bytes];
    ByteBuffer values = ByteBuffer.wrap(cells).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = from; row < to; row++) {
      put.put(row, values);
    }
    return cells;
  }
}
