package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The non-zeros of feature rows, by ascending column. Rows are added in any order, by one thread;
 * memory is reused.
 *
 * <pre>
 *   row 2: columns 0 4 7 | row 0: column 3 | row 1: none
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

  /** Starts a number of empty rows. */
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

  /** Non-zeros of all rows. */
  public int nonZeros() {
    return used;
  }

  /** Non-zeros of a row. */
  public int nonZeros(int place) {
    return count[place];
  }

  /** Copies the non-zeros of a row. */
  public void copy(int place, int[] columns, float[] values, int at) {
    System.arraycopy(column, start[place], columns, at, count[place]);
    System.arraycopy(value, start[place], values, at, count[place]);
  }

  /** Adds a row of stored non-zeros. */
  void take(int place, MemorySegment columns, MemorySegment values, long from, int added) {
    open(place, added);
    MemorySegment.copy(columns, JAVA_INT, from * Integer.BYTES, column, used, added);
    MemorySegment.copy(values, JAVA_FLOAT, from * Float.BYTES, value, used, added);
    used += added;
    count[place] = added;
  }

  /** Adds a dense row. */
  void takeDense(int place, MemorySegment elements, long at, int width) {
    open(place, width);
    for (int c = 0; c < width; c++) {
      float element = elements.get(JAVA_FLOAT_UNALIGNED, at + (long) c * Float.BYTES);
      if (element != 0) {
        add(place, c, element);
      }
    }
  }

  /** Leaves of a row the elements of selected columns. */
  @Override
  public void restrict(int place, Columns columns) {
    var wanted = columns.cursor();
    int kept = 0;
    for (int i = start[place]; i < start[place] + count[place]; i++) {
      if (wanted.has(column[i])) {
        column[start[place] + kept] = column[i];
        value[start[place] + kept++] = wanted.scaled(column[i], value[i]);
      }
    }
    count[place] = kept;
  }

  @Override
  public boolean isConcurrent() {
    return false;
  }

  /** Starts a row with an upper bound of its non-zeros. */
  void open(int place, int most) {
    if (used + most > column.length) {
      int capacity = Math.max(used + most, column.length + column.length / 2);
      column = Arrays.copyOf(column, capacity);
      value = Arrays.copyOf(value, capacity);
    }
    start[place] = used;
  }

  /** Adds a non-zero to the row that was started last. */
  void add(int place, int newColumn, float newValue) {
    column[used] = newColumn;
    value[used++] = newValue;
    count[place]++;
  }
}
