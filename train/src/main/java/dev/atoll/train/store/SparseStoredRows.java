package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/**
 * Rows of which most elements are zero: the non-zeros, by ascending column. A row travels as
 *
 * <pre>
 *   int32 non-zeros | column … (16 bits where that is enough, or 32) | encoded values
 * </pre>
 */
final class SparseStoredRows implements StoredRows {
  private static final int NARROW = 1 << 16;

  private final int width;
  private final long[] start;
  private final MemorySegment column;
  private final MemorySegment value;

  private SparseStoredRows(int width, long[] start, MemorySegment column, MemorySegment value) {
    this.width = width;
    this.start = start;
    this.column = column;
    this.value = value;
  }

  /**
   * Keeps the non-zeros.
   *
   * @param row returns the elements of a row; called twice
   */
  static SparseStoredRows of(int count, int width, IntFunction<float[]> row, Arena memory) {
    long[] start = new long[count + 1];
    for (int r = 0; r < count; r++) {
      long nonZeros = 0;
      for (float element : row.apply(r)) {
        nonZeros += element != 0 ? 1 : 0;
      }
      start[r + 1] = start[r] + nonZeros;
    }
    MemorySegment column = memory.allocate(JAVA_INT, start[count]);
    MemorySegment value = memory.allocate(JAVA_FLOAT, start[count]);
    long at = 0;
    for (int r = 0; r < count; r++) {
      float[] elements = row.apply(r);
      for (int c = 0; c < width; c++) {
        if (elements[c] != 0) {
          column.setAtIndex(JAVA_INT, at, c);
          value.setAtIndex(JAVA_FLOAT, at++, elements[c]);
        }
      }
    }
    return new SparseStoredRows(width, start, column, value);
  }

  @Override
  public int count() {
    return start.length - 1;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public void countTo(double[] elements, int row) {
    for (long e = start[row]; e < start[row + 1]; e++) {
      elements[column(e)]++;
    }
  }

  @Override
  public long heldBytes() {
    return column.byteSize() + value.byteSize() + (long) start.length * Long.BYTES;
  }

  private int column(long nonZero) {
    return column.getAtIndex(JAVA_INT, nonZero);
  }

  @Override
  public void addTo(double[] sums, int row) {
    for (long e = start[row]; e < start[row + 1]; e++) {
      sums[column(e)] += value.getAtIndex(JAVA_FLOAT, e);
    }
  }

  @Override
  public void copy(int row, RowSink into, int place) {
    switch (into) {
      case RowSink.Dense to -> spread(row, to.matrix().data(), to.offset(place));
      case NonZeroRows to ->
          to.take(place, column, value, start[row], (int) (start[row + 1] - start[row]));
    }
  }

  private void spread(int row, MemorySegment into, long to) {
    into.asSlice(to, (long) width * Float.BYTES).fill((byte) 0);
    for (long e = start[row]; e < start[row + 1]; e++) {
      long element = to + (long) column(e) * Float.BYTES;
      into.set(JAVA_FLOAT_UNALIGNED, element, value.getAtIndex(JAVA_FLOAT, e));
    }
  }

  @Override
  public long fixedBytes(RowWire wire) {
    return -1;
  }

  @Override
  public long bytes(int row, RowWire wire) {
    int nonZeros = nonZeros(row, wire.columns());
    return Integer.BYTES + (long) nonZeros * columnBytes(width) + wire.codec().rowBytes(nonZeros);
  }

  /** Requested non-zeros of a row. */
  private int nonZeros(int row, Columns columns) {
    if (columns.areAll()) {
      return (int) (start[row + 1] - start[row]);
    }
    var wanted = columns.cursor();
    int nonZeros = 0;
    for (long e = start[row]; e < start[row + 1]; e++) {
      nonZeros += wanted.has(column(e)) ? 1 : 0;
    }
    return nonZeros;
  }

  private static int columnBytes(int width) {
    return width <= NARROW ? Short.BYTES : Integer.BYTES;
  }

  @Override
  public long encode(int row, RowWire wire, MemorySegment to, long at) {
    var wanted = wire.columns().cursor();
    long columnAt = at + Integer.BYTES;
    int nonZeros = 0;
    for (long e = start[row]; e < start[row + 1]; e++) {
      int c = column(e);
      if (wanted.has(c)) {
        putColumn(to, columnAt, c);
        columnAt += columnBytes(width);
        wire.scratch().setAtIndex(JAVA_FLOAT, nonZeros++, value.getAtIndex(JAVA_FLOAT, e));
      }
    }
    to.set(JAVA_INT_UNALIGNED, at, nonZeros);
    wire.codec().encode(wire.scratch(), 0, nonZeros, to, columnAt);
    return columnAt + wire.codec().rowBytes(nonZeros);
  }

  private void putColumn(MemorySegment to, long at, int column) {
    if (width <= NARROW) {
      to.set(JAVA_SHORT_UNALIGNED, at, (short) column);
    } else {
      to.set(JAVA_INT_UNALIGNED, at, column);
    }
  }

  @Override
  public long decode(MemorySegment from, long at, RowWire wire, RowSink into, int place) {
    int nonZeros = from.get(JAVA_INT_UNALIGNED, at);
    long columnAt = at + Integer.BYTES;
    long valueAt = columnAt + (long) nonZeros * columnBytes(width);
    wire.codec().decode(from, valueAt, nonZeros, wire.scratch(), 0);
    switch (into) {
      case RowSink.Dense to ->
          spread(from, columnAt, nonZeros, wire, to.matrix().data(), to.offset(place));
      case NonZeroRows to -> list(from, columnAt, nonZeros, wire, to, place);
    }
    return valueAt + wire.codec().rowBytes(nonZeros);
  }

  private void spread(
      MemorySegment from, long columnAt, int nonZeros, RowWire wire, MemorySegment into, long to) {
    wire.columns().clear(into, to, width);
    var wanted = wire.columns().cursor();
    for (int i = 0; i < nonZeros; i++) {
      int c = column(from, columnAt + (long) i * columnBytes(width));
      float element = wanted.scaled(c, wire.scratch().getAtIndex(JAVA_FLOAT, i));
      into.set(JAVA_FLOAT_UNALIGNED, to + (long) c * Float.BYTES, element);
    }
  }

  /** Adds the received non-zeros, and the values of columns that were not requested. */
  private void list(
      MemorySegment from, long columnAt, int nonZeros, RowWire wire, NonZeroRows into, int place) {
    Columns columns = wire.columns();
    if (columns.fillsOthers()) {
      MemorySegment row = MemorySegment.ofArray(new float[width]);
      spread(from, columnAt, nonZeros, wire, row, 0);
      into.takeDense(place, row, 0, width);
      return;
    }
    into.open(place, nonZeros);
    var wanted = columns.cursor();
    for (int i = 0; i < nonZeros; i++) {
      int c = column(from, columnAt + (long) i * columnBytes(width));
      into.add(place, c, wanted.scaled(c, wire.scratch().getAtIndex(JAVA_FLOAT, i)));
    }
  }

  private int column(MemorySegment from, long at) {
    return width <= NARROW
        ? Short.toUnsignedInt(from.get(JAVA_SHORT_UNALIGNED, at))
        : from.get(JAVA_INT_UNALIGNED, at);
  }
}
