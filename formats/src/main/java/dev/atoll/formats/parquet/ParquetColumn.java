package dev.atoll.formats.parquet;

import java.util.List;

/**
 * A column of a table.
 *
 * @param name of the column as the user knows it
 * @param leaf its index among the stored columns
 * @param definition the level at which a value is there: 0 when it must be
 * @param repetition 1 when each row holds a list
 * @param fixedLength bytes per value of a fixed-length binary
 * @param meaning the logical type of stored numbers
 * @param scale digits after the point of a decimal number
 * @param unreadable why it cannot be read; empty when it can
 */
public record ParquetColumn(
    String name,
    int leaf,
    Type type,
    int definition,
    int repetition,
    int fixedLength,
    Meaning meaning,
    int scale,
    String unreadable) {
  /** The logical type of stored numbers. */
  public enum Meaning {
    /** Themselves; bytes are text. */
    PLAIN(0),
    /** Days since 1970. */
    DAYS(1),
    MILLISECONDS(86_400e3),
    MICROSECONDS(86_400e6),
    NANOSECONDS(86_400e9),
    /** A whole number of the smallest units. */
    DECIMAL(0);

    private final double perDay;

    Meaning(double perDay) {
      this.perDay = perDay;
    }

    /** Whether it is a day or a time. */
    public boolean isDate() {
      return perDay > 0;
    }

    /** The number of these in a day. */
    double perDay() {
      return perDay;
    }
  }

  /** The physical type of values, by Parquet's numbers. */
  public enum Type {
    BOOLEAN,
    INT32,
    INT64,
    INT96,
    FLOAT,
    DOUBLE,
    BINARY,
    FIXED;

    private static final List<Type> BY_NUMBER = List.of(values());

    static Type numbered(long number) {
      if (number < 0 || number >= BY_NUMBER.size()) {
        throw new CorruptParquetException("type number " + number);
      }
      return BY_NUMBER.get((int) number);
    }

    public boolean isWhole() {
      return this == BOOLEAN || this == INT32 || this == INT64;
    }

    public boolean isNumber() {
      return isWhole() || this == FLOAT || this == DOUBLE;
    }

    public boolean isText() {
      return this == BINARY || this == FIXED;
    }
  }

  public boolean isList() {
    return repetition > 0;
  }
}
