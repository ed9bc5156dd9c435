package dev.atoll.formats.parquet;

import java.nio.charset.StandardCharsets;

/**
 * The values of a column in one group of rows. A row has one value, or {@code starts[row + 1] −
 * starts[row]} of them when the column holds lists.
 */
public final class ColumnValues {
  private final int[] starts;
  private final boolean[] present;
  private final double[] numbers;
  private final long[] wholes;
  private final byte[] bytes;
  private final int[] offsets;

  ColumnValues(
      int[] starts,
      boolean[] present,
      double[] numbers,
      long[] wholes,
      byte[] bytes,
      int[] offsets) {
    this.starts = starts;
    this.present = present;
    this.numbers = numbers;
    this.wholes = wholes;
    this.bytes = bytes;
    this.offsets = offsets;
  }

  /** The index of the first value of a row; for lists only. */
  public int start(int row) {
    return starts[row];
  }

  public boolean isNull(int index) {
    return !present[index];
  }

  public long whole(int index) {
    return wholes[index];
  }

  public double number(int index) {
    return wholes != null ? wholes[index] : numbers[index];
  }

  /** The bytes that contain the texts. */
  public byte[] bytes() {
    return bytes;
  }

  public int from(int index) {
    return offsets[index];
  }

  public int to(int index) {
    return offsets[index + 1];
  }

  /** A value of any type as text; empty for null. */
  public String text(int index) {
    if (isNull(index)) {
      return "";
    }
    if (bytes != null) {
      return new String(bytes, from(index), to(index) - from(index), StandardCharsets.UTF_8);
    }
    return wholes != null ? Long.toString(wholes[index]) : Double.toString(numbers[index]);
  }
}
