package dev.atoll.formats.parquet;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The decoded values of one column. */
final class ValueStore {
  private static final double JULIAN_1970 = 2_440_588;

  private final ParquetColumn.Type type;
  private final int fixedLength;
  private boolean[] present;
  private long[] wholes;
  private double[] numbers;
  private int[] offsets;
  private byte[] bytes;
  private int count;

  ValueStore(ParquetColumn column, int capacity) {
    this.type = column.type();
    this.fixedLength = column.fixedLength();
    this.present = new boolean[capacity];
    this.wholes = type.isWhole() ? new long[capacity] : null;
    boolean real = type.isNumber() && !type.isWhole();
    this.numbers = real || type == ParquetColumn.Type.INT96 ? new double[capacity] : null;
    this.offsets = type.isText() ? new int[capacity + 1] : null;
    this.bytes = type.isText() ? new byte[64] : null;
  }

  /** Grows by one: the final number is only known from a header that may be corrupt. */
  private void grow() {
    if (count == present.length) {
      int larger = Math.max(64, Math.toIntExact(2L * count));
      present = Arrays.copyOf(present, larger);
      wholes = wholes == null ? null : Arrays.copyOf(wholes, larger);
      numbers = numbers == null ? null : Arrays.copyOf(numbers, larger);
      offsets = offsets == null ? null : Arrays.copyOf(offsets, larger + 1);
    }
  }

  int count() {
    return count;
  }

  ColumnValues values(int[] starts) {
    return new ColumnValues(starts, present, numbers, wholes, bytes, offsets);
  }

  void addNull() {
    grow();
    if (offsets != null) {
      offsets[count + 1] = offsets[count];
    }
    count++;
  }

  void take(ValueStore from, int index) {
    if (index < 0 || index >= from.count) {
      throw new CorruptParquetException(
          "value %d of a dictionary of %d".formatted(index, from.count));
    }
    if (wholes != null) {
      addWhole(from.wholes[index]);
    } else if (numbers != null) {
      addNumber(from.numbers[index]);
    } else {
      int start = from.offsets[index];
      addText(from.bytes, start, from.offsets[index + 1] - start);
    }
  }

  private void addWhole(long value) {
    grow();
    present[count] = true;
    wholes[count++] = value;
  }

  private void addNumber(double value) {
    grow();
    present[count] = true;
    numbers[count++] = value;
  }

  private void addText(byte[] data, int from, int length) {
    grow();
    int start = offsets[count];
    if (bytes.length - start < length) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(2L * bytes.length, start + length)));
    }
    System.arraycopy(data, from, bytes, start, length);
    present[count] = true;
    offsets[++count] = start + length;
  }

  private void addText(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new CorruptParquetException(
          "a text of %d bytes, where %d are left".formatted(length, in.remaining()));
    }
    addText(in.array(), in.arrayOffset() + in.position(), length);
    in.position(in.position() + length);
  }

  void plain(ByteBuffer in, int values) {
    for (int i = 0; i < values; i++) {
      switch (type) {
        case BOOLEAN -> addWhole((in.get(in.position() + i / 8) >> (i % 8)) & 1);
        case INT32 -> addWhole(in.getInt());
        case INT64 -> addWhole(in.getLong());
        case FLOAT -> addNumber(in.getFloat());
        case DOUBLE -> addNumber(in.getDouble());
        case BINARY -> addText(in, in.getInt());
        case FIXED -> addText(in, fixedLength);
        case INT96 -> addNumber(days(in.getLong(), in.getInt()));
      }
    }
  }

  /** Days since 1970 of a time stamp: nanoseconds of the day, and the day in Julian days. */
  private static double days(long nanoseconds, int julianDay) {
    return julianDay - JULIAN_1970 + nanoseconds / 86_400e9;
  }

  void wholes(int[] values) {
    for (int value : values) {
      addWhole(value);
    }
  }

  void wholes(long[] values) {
    for (long value : values) {
      addWhole(type == ParquetColumn.Type.INT32 ? (int) value : value);
    }
  }

  /** Decodes texts stored as all lengths, then all bytes. */
  void deltaLengths(ByteBuffer in, int values) {
    long[] lengths = Delta.read(in, values);
    for (int i = 0; i < values; i++) {
      addText(in, Math.toIntExact(lengths[i]));
    }
  }

  /** Each text shares its beginning with the one before. */
  void deltaTexts(ByteBuffer in, int values) {
    long[] shared = Delta.read(in, values);
    long[] lengths = Delta.read(in, values);
    byte[] text = new byte[0];
    for (int i = 0; i < values; i++) {
      int kept = Math.toIntExact(shared[i]);
      byte[] next = Arrays.copyOf(Arrays.copyOf(text, kept), Math.toIntExact(kept + lengths[i]));
      in.get(next, kept, next.length - kept);
      addText(next, 0, next.length);
      text = next;
    }
  }

  /** Decodes numbers stored as all first bytes, then all second bytes, and so on. */
  void byteSplit(ByteBuffer in, int values) {
    int width = type == ParquetColumn.Type.FLOAT || type == ParquetColumn.Type.INT32 ? 4 : 8;
    byte[] split = new byte[Math.multiplyExact(width, values)];
    in.get(split);
    ByteBuffer joined = ByteBuffer.allocate(split.length).order(in.order());
    for (int i = 0; i < values; i++) {
      for (int b = 0; b < width; b++) {
        joined.put(split[b * values + i]);
      }
    }
    plain(joined.flip(), values);
  }
}
