package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The classes of a node table, filled row by row from any thread. Whole numbers from 0 are class
 * numbers; any other value is a name, and names are numbered in alphabetical order. Empty, {@code
 * nan} and −1 mean unknown.
 */
public final class ClassColumn {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}(\\.0*)?");

  private final boolean numbers;
  private final long rows;
  private final MemorySegment labels;
  private final Map<String, Integer> names = new ConcurrentHashMap<>();
  private final List<String> known;

  /**
   * @param numbers whether classes are numbers, not names
   */
  public ClassColumn(boolean numbers, long rows, Arena arena) {
    this(numbers, List.of(), rows, arena);
  }

  /** Classes that have their numbers already. */
  public static ClassColumn ofKnown(List<String> classes, long rows, Arena arena) {
    return new ClassColumn(false, classes, rows, arena);
  }

  private ClassColumn(boolean numbers, List<String> known, long rows, Arena arena) {
    this.numbers = numbers;
    this.known = known;
    this.rows = rows;
    this.labels = arena.allocate(JAVA_INT, rows);
  }

  /** Whether a text is a valid value in a column of numbers. */
  public static boolean isNumber(String text) {
    return isUnknown(text) || NUMBER.matcher(text).matches();
  }

  private static boolean isUnknown(String text) {
    return text.isEmpty() || text.equalsIgnoreCase("nan");
  }

  /** The values that {@link #set} accepts, for messages. */
  public String expected() {
    return known.isEmpty()
        ? "a number from 0, or -1 for unknown"
        : "one of " + String.join(", ", known);
  }

  /** Sets the class of a row; false when the value is not a class. */
  public boolean set(long row, String text) {
    if (isUnknown(text)) {
      labels.setAtIndex(JAVA_INT, row, -1);
      return true;
    }
    if (!numbers) {
      int number = known.isEmpty() ? number(text) : known.indexOf(text);
      labels.setAtIndex(JAVA_INT, row, number);
      return number >= 0;
    }
    int label = isNumber(text) ? (int) Double.parseDouble(text) : -2;
    labels.setAtIndex(JAVA_INT, row, label);
    return label >= -1;
  }

  /** Only the first row of a class acquires the lock. */
  private int number(String name) {
    Integer known = names.get(name);
    return known == null ? newNumber(name) : known;
  }

  private synchronized int newNumber(String name) {
    return names.computeIfAbsent(name, key -> names.size());
  }

  /** The class of a row, −1 if it is unknown; numbers are final once the classes are written. */
  public int of(long row) {
    return labels.getAtIndex(JAVA_INT, row);
  }

  public void write(DatasetWriter writer) throws IOException {
    int classes = count();
    if (!known.isEmpty()) {
      writer.classNames(known);
    } else if (!numbers) {
      sortNames(writer);
    }
    writer.labels(NpyArray.of("labels", labels, NpyType.INT32, rows), classes);
  }

  /** The number of classes; an error if it is larger than the rows make likely. */
  public int count() {
    int classes = numbers ? largest() + 1 : Math.max(known.size(), names.size());
    return SizeLimits.classes("labels", classes, rows);
  }

  private int largest() {
    int largest = -1;
    for (long row = 0; row < rows; row++) {
      largest = Math.max(largest, labels.getAtIndex(JAVA_INT, row));
    }
    return largest;
  }

  private void sortNames(DatasetWriter writer) {
    int[] sorted = new int[names.size()];
    List<String> legend = new ArrayList<>();
    List<String> inOrder = new ArrayList<>();
    new TreeMap<>(names)
        .forEach(
            (name, number) -> {
              sorted[number] = legend.size();
              legend.add(legend.size() + " = " + name);
              inOrder.add(name);
            });
    for (long row = 0; row < rows; row++) {
      int number = labels.getAtIndex(JAVA_INT, row);
      labels.setAtIndex(JAVA_INT, row, number < 0 ? -1 : sorted[number]);
    }
    writer.classNames(inOrder);
    writer.note("classes: " + String.join(", ", legend));
  }
}
