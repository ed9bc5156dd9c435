package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The columns of rows that are read, and the value of the others. */
public final class Columns {
  /** Whole rows. */
  public static final Columns ALL = new Columns(null, new float[0], null, false);

  /** Ascending; null for all. */
  private final int[] chosen;

  /** The values of columns that are not selected; zeros where it ends. */
  private final float[] others;

  /**
   * The factor of each selected column, applied to its difference from the value in {@link
   * #others}; null for ones.
   */
  private final float[] factors;

  /** Whether the reader's own rows are restricted as well. */
  private final boolean coverOwnRows;

  private Columns(int[] chosen, float[] others, float[] factors, boolean coverOwnRows) {
    this.chosen = chosen;
    this.others = others;
    this.factors = factors;
    this.coverOwnRows = coverOwnRows;
  }

  /** Some columns, each named once; the others are zero. */
  public static Columns of(int... chosen) {
    int[] sorted = chosen.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] < 0 || (i > 0 && sorted[i] == sorted[i - 1])) {
        throw new IllegalArgumentException(
            "columns must be 0 or more, and each named once: " + Arrays.toString(chosen));
      }
    }
    return new Columns(sorted, new float[0], null, false);
  }

  /** A copy with a value for each column that is not selected, for example the column's mean. */
  public Columns orElse(float... values) {
    return new Columns(chosen, values.clone(), factors, coverOwnRows);
  }

  /**
   * A copy whose reader scales the elements of selected columns: {@code other + (element −
   * other)·factor}, where other is the value used if the column is not selected. With the factor 1
   * / probability the expectation of an element is the element.
   *
   * @param byColumn a factor per column of the whole row
   */
  public Columns scaled(float... byColumn) {
    float[] ofChosen = new float[chosen.length];
    for (int i = 0; i < ofChosen.length; i++) {
      ofChosen[i] = byColumn[chosen[i]];
    }
    return new Columns(chosen, others, ofChosen, coverOwnRows);
  }

  /** A copy that covers all rows, including the reader's own. */
  public Columns ofAllRows() {
    return new Columns(chosen, others, factors, true);
  }

  /** Whether the reader's own rows are restricted as well. */
  public boolean coverOwnRows() {
    return coverOwnRows;
  }

  /** Names the selected columns, ascending. */
  public void forEach(int width, IntConsumer consumer) {
    if (areAll()) {
      IntStream.range(0, width).forEach(consumer);
    } else {
      Arrays.stream(chosen).forEach(consumer);
    }
  }

  private float other(int column) {
    return column < others.length ? others[column] : 0;
  }

  /** An element of the i-th selected column, as the reader gets it. */
  private float scaled(int i, float element) {
    if (factors == null) {
      return element;
    }
    float other = other(chosen[i]);
    return other + (element - other) * factors[i];
  }

  public boolean areAll() {
    return chosen == null;
  }

  /** Whether anything but zero may stand in columns that are not chosen. */
  boolean fillsOthers() {
    return others.length > 0;
  }

  /** The number of selected columns. */
  public int count(int width) {
    return areAll() ? width : chosen.length;
  }

  /** Words of {@link #bits}. */
  int words() {
    return chosen.length == 0 ? 0 : chosen[chosen.length - 1] / Integer.SIZE + 1;
  }

  /** A bit per column, set for selected ones. */
  int[] bits() {
    int[] bits = new int[words()];
    for (int column : chosen) {
      bits[column / Integer.SIZE] |= 1 << column;
    }
    return bits;
  }

  static Columns ofBits(int[] bits) {
    int[] chosen =
        IntStream.range(0, bits.length * Integer.SIZE)
            .filter(column -> (bits[column / Integer.SIZE] >>> column & 1) != 0)
            .toArray();
    return new Columns(chosen, new float[0], null, false);
  }

  /** Copies the selected elements of a row, one after the other. */
  void pick(MemorySegment row, long at, MemorySegment into) {
    for (int i = 0; i < chosen.length; i++) {
      set(into, 0, i, get(row, at, chosen[i]));
    }
  }

  /** Writes selected elements to their columns, and the substitute value to the others. */
  void spread(MemorySegment elements, MemorySegment row, long at, int width) {
    int next = 0;
    for (int c = 0; c < width; c++) {
      if (next < chosen.length && chosen[next] == c) {
        set(row, at, c, scaled(next, get(elements, 0, next)));
        next++;
      } else {
        set(row, at, c, other(c));
      }
    }
  }

  /** Restricts a whole row in place. */
  void restrict(MemorySegment row, long at, int width) {
    int next = 0;
    for (int c = 0; c < width; c++) {
      if (next < chosen.length && chosen[next] == c) {
        set(row, at, c, scaled(next, get(row, at, c)));
        next++;
      } else {
        set(row, at, c, other(c));
      }
    }
  }

  /** Writes the row that {@link #restrict} makes of a row of zeros. */
  void clear(MemorySegment row, long at, int width) {
    row.asSlice(at, (long) width * Float.BYTES).fill((byte) 0);
    if (fillsOthers()) {
      restrict(row, at, width);
    }
  }

  /** Whether each of some ascending columns is selected. */
  Cursor cursor() {
    return new Cursor();
  }

  /** A walk over the wanted columns. */
  final class Cursor {
    private int next;

    private Cursor() {}

    /**
     * @param column not smaller than in earlier calls
     */
    boolean has(int column) {
      if (chosen == null) {
        return true;
      }
      while (next < chosen.length && chosen[next] < column) {
        next++;
      }
      return next < chosen.length && chosen[next] == column;
    }

    /**
     * An element of a selected column, as the reader gets it.
     *
     * @param column not smaller than in earlier calls
     */
    float scaled(int column, float element) {
      return factors != null && has(column) ? Columns.this.scaled(next, element) : element;
    }
  }

  private static float get(MemorySegment elements, long at, int i) {
    return elements.get(JAVA_FLOAT_UNALIGNED, at + (long) i * Float.BYTES);
  }

  private static void set(MemorySegment elements, long at, int i, float value) {
    elements.set(JAVA_FLOAT_UNALIGNED, at + (long) i * Float.BYTES, value);
  }
}
