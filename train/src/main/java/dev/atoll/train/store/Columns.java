package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The columns of rows that are read, and the value of the others. */
public final class Columns {
  /** Whole rows. */
  public static final Columns ALL = new Columns(null, new float[0]);

  /** Ascending; null for all. */
  private final int[] chosen;

  /** The values of columns that are not selected; zeros where it ends. */
  private final float[] others;

  private Columns(int[] chosen, float[] others) {
    this.chosen = chosen;
    this.others = others;
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
    return new Columns(sorted, new float[0]);
  }

  /** The same, with a value per column where it is not chosen, such as the column's mean. */
  public Columns orElse(float... values) {
    return new Columns(chosen, values.clone());
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
    return new Columns(chosen, new float[0]);
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
        set(row, at, c, get(elements, 0, next++));
      } else {
        set(row, at, c, c < others.length ? others[c] : 0);
      }
    }
  }

  /** A row whose selected elements are zero. */
  void clear(MemorySegment row, long at, int width) {
    row.asSlice(at, (long) width * Float.BYTES).fill((byte) 0);
    if (fillsOthers()) {
      var wanted = cursor();
      for (int c = 0; c < Math.min(width, others.length); c++) {
        if (!wanted.has(c)) {
          set(row, at, c, others[c]);
        }
      }
    }
  }

  /** Whether each of some ascending columns is selected. */
  Cursor cursor() {
    return new Cursor(chosen);
  }

  /** A walk over the wanted columns. */
  static final class Cursor {
    private final int[] chosen;
    private int next;

    private Cursor(int[] chosen) {
      this.chosen = chosen;
    }

    /**
     * @param column no smaller than any asked for before
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
  }

  private static float get(MemorySegment elements, long at, int i) {
    return elements.get(JAVA_FLOAT_UNALIGNED, at + (long) i * Float.BYTES);
  }

  private static void set(MemorySegment elements, long at, int i, float value) {
    elements.set(JAVA_FLOAT_UNALIGNED, at + (long) i * Float.BYTES, value);
  }
}
