package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The cells of rows that are not zero, by ascending column. Rows are taken in any order, by one
 * thread, and memory is used again.
 *
 * <pre>
 *   place   2: columns 0 4 7 | place 0: column 3 | place 1: none
 * </pre>
 */
public final class NonZeroRows implements RowSink {
  private int[] start = {};
  private int[] count = {};
  private int[] column = {};
  private float[] value = {};
  private int rows;
  private int used;

  /** No rows yet. */
  public NonZeroRows() {}

  /** Makes room for so many rows; none has cells yet. */
  public void reset(int newRows) {
    if (start.length < newRows) {
      start = new int[newRows + newRows / 4];
      count = new int[start.length];
    }
    Arrays.fill(count, 0, newRows, 0);
    rows = newRows;
    used = 0;
  }

  /** The number of rows. */
  public int rows() {
    return rows;
  }

  /** Cells of all rows. */
  public int nonZeros() {
    return used;
  }

  /** Cells of a row. */
  public int nonZeros(int place) {
    return count[place];
  }

  /** Copies the cells of a row. */
  public void copy(int place, int[] columns, float[] values, int at) {
    System.arraycopy(column, start[place], columns, at, count[place]);
    System.arraycopy(value, start[place], values, at, count[place]);
  }

  /** Takes a row of stored cells. */
  void take(int place, MemorySegment columns, MemorySegment values, long from, int cells) {
    open(place, cells);
    MemorySegment.copy(columns, JAVA_INT, from * Integer.BYTES, column, used, cells);
    MemorySegment.copy(values, JAVA_FLOAT, from * Float.BYTES, value, used, cells);
    used += cells;
    count[place] = cells;
  }

  /** Takes a row of which all cells are there. */
  void takeDense(int place, MemorySegment cells, long at, int width) {
    open(place, width);
    for (int c = 0; c < width; c++) {
      float cell = cells.get(JAVA_FLOAT_UNALIGNED, at + (long) c * Float.BYTES);
      if (cell != 0) {
        add(place, c, cell);
      }
    }
  }

  /** Begins a row of at most so many cells. */
  void open(int place, int most) {
    if (used + most > column.length) {
      int room = Math.max(used + most, column.length + column.length / 2);
      column = Arrays.copyOf(column, room);
      value = Arrays.copyOf(value, room);
    }
    start[place] = used;
  }

  /** Adds a cell to the row that was begun last. */
  void add(int place, int newColumn, float newValue) {
    column[used] = newColumn;
    value[used++] = newValue;
    count[place]++;
  }
}
