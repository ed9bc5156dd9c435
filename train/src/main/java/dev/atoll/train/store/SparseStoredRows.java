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
 * Rows of which most cells are zero: the others, by ascending column. A row travels as
 *
 * <pre>
 *   int32 cells | column … (16 bits where that is enough, or 32) | encoded cells
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
   * Keeps what is not zero.
   *
   * @param row gives the cells of a row; read twice
   */
  static SparseStoredRows of(int count, int width, IntFunction<float[]> row, Arena memory) {
    long[] start = new long[count + 1];
    for (int r = 0; r < count; r++) {
      long cells = 0;
      for (float cell : row.apply(r)) {
        cells += cell != 0 ? 1 : 0;
      }
      start[r + 1] = start[r] + cells;
    }
    MemorySegment column = memory.allocate(JAVA_INT, start[count]);
    MemorySegment value = memory.allocate(JAVA_FLOAT, start[count]);
    long at = 0;
    for (int r = 0; r < count; r++) {
      float[] cells = row.apply(r);
      for (int c = 0; c < width; c++) {
        if (cells[c] != 0) {
          column.setAtIndex(JAVA_INT, at, c);
          value.setAtIndex(JAVA_FLOAT, at++, cells[c]);
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
  public long heldBytes() {
    return column.byteSize() + value.byteSize() + (long) start.length * Long.BYTES;
  }

  private int column(long cell) {
    return column.getAtIndex(JAVA_INT, cell);
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
      long cell = to + (long) column(e) * Float.BYTES;
      into.set(JAVA_FLOAT_UNALIGNED, cell, value.getAtIndex(JAVA_FLOAT, e));
    }
  }

  @Override
  public long bytes(int row, RowWire wire) {
    int cells = cells(row, wire.columns());
    return Integer.BYTES + (long) cells * columnBytes(width) + wire.codec().rowBytes(cells);
  }

  /** Wanted cells of a row that are not zero. */
  private int cells(int row, Columns columns) {
    if (columns.areAll()) {
      return (int) (start[row + 1] - start[row]);
    }
    var wanted = columns.cursor();
    int cells = 0;
    for (long e = start[row]; e < start[row + 1]; e++) {
      cells += wanted.has(column(e)) ? 1 : 0;
    }
    return cells;
  }

  private static int columnBytes(int width) {
    return width <= NARROW ? Short.BYTES : Integer.BYTES;
  }

  @Override
  public long encode(int row, RowWire wire, MemorySegment to, long at) {
    var wanted = wire.columns().cursor();
    long columnAt = at + Integer.BYTES;
    int cells = 0;
    for (long e = start[row]; e < start[row + 1]; e++) {
      int c = column(e);
      if (wanted.has(c)) {
        putColumn(to, columnAt, c);
        columnAt += columnBytes(width);
        wire.scratch().setAtIndex(JAVA_FLOAT, cells++, value.getAtIndex(JAVA_FLOAT, e));
      }
    }
    to.set(JAVA_INT_UNALIGNED, at, cells);
    wire.codec().encode(wire.scratch(), 0, cells, to, columnAt);
    return columnAt + wire.codec().rowBytes(cells);
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
    int cells = from.get(JAVA_INT_UNALIGNED, at);
    long columnAt = at + Integer.BYTES;
    long cellAt = columnAt + (long) cells * columnBytes(width);
    wire.codec().decode(from, cellAt, cells, wire.scratch(), 0);
    switch (into) {
      case RowSink.Dense to ->
          spread(from, columnAt, cells, wire, to.matrix().data(), to.offset(place));
      case NonZeroRows to -> list(from, columnAt, cells, wire, to, place);
    }
    return cellAt + wire.codec().rowBytes(cells);
  }

  private void spread(
      MemorySegment from, long columnAt, int cells, RowWire wire, MemorySegment into, long to) {
    wire.columns().clear(into, to, width);
    for (int i = 0; i < cells; i++) {
      int c = column(from, columnAt + (long) i * columnBytes(width));
      float cell = wire.scratch().getAtIndex(JAVA_FLOAT, i);
      into.set(JAVA_FLOAT_UNALIGNED, to + (long) c * Float.BYTES, cell);
    }
  }

  /** Lists the cells that came, and what stands in columns that were not asked for. */
  private void list(
      MemorySegment from, long columnAt, int cells, RowWire wire, NonZeroRows into, int place) {
    Columns columns = wire.columns();
    if (columns.fillsOthers()) {
      MemorySegment row = MemorySegment.ofArray(new float[width]);
      spread(from, columnAt, cells, wire, row, 0);
      into.takeDense(place, row, 0, width);
      return;
    }
    into.open(place, cells);
    for (int i = 0; i < cells; i++) {
      float cell = wire.scratch().getAtIndex(JAVA_FLOAT, i);
      into.add(place, column(from, columnAt + (long) i * columnBytes(width)), cell);
    }
  }

  private int column(MemorySegment from, long at) {
    return width <= NARROW
        ? Short.toUnsignedInt(from.get(JAVA_SHORT_UNALIGNED, at))
        : from.get(JAVA_INT_UNALIGNED, at);
  }
}
