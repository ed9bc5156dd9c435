package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.NumberIndex;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TextIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The profile of a column: the number of cells of each kind, and its distinct values. It does not
 * depend on how the table is cut into chunks.
 */
public final class ColumnProfile {
  /** The number of values up to which different values are distinguished. */
  public static final int MOST_VALUES = 10_000;

  /** Rows in which all different values of a column are counted. */
  private static final int SAMPLE = 2_000;

  private final Map<CellKind, Long> counts = new EnumMap<>(CellKind.class);
  private final NumberIndex numbers = new NumberIndex();
  private final TextIndex texts = new TextIndex();
  private final TextIndex sampled = new TextIndex();
  private long sampledCells;

  /** Makes the profile of a column without cells. */
  public ColumnProfile() {}

  private int listLength = -1;
  private boolean commaNumbers = true;
  private boolean certainCommas;

  /** Adds a cell. */
  public void add(long row, TableCell cell) {
    CellKind kind = cell.kind();
    counts.merge(kind, 1L, Long::sum);
    addComma(kind, cell);
    switch (kind) {
      case MISSING -> {}
      case NUMBER -> addNumber(cell.value());
      case LIST -> listLength = Math.max(listLength, cell.listLength());
      case BOOLEAN, DATE, TEXT -> addText(row, cell);
    }
  }

  private void addComma(CellKind kind, TableCell cell) {
    if (!commaNumbers || kind == CellKind.MISSING) {
      return;
    }
    if (cell.isTyped() || (kind != CellKind.NUMBER && kind != CellKind.TEXT)) {
      commaNumbers = false;
    } else if (kind == CellKind.NUMBER) {
      cell.pass((data, from, to) -> commaNumbers = DecimalComma.isWhole(data, from, to));
    } else {
      commaNumbers = DecimalComma.isNumber(cell.text());
      certainCommas |= commaNumbers && DecimalComma.isCertain(cell.text());
    }
  }

  private void addNumber(double value) {
    if (numbers.count() <= MOST_VALUES) {
      numbers.add(Double.doubleToLongBits(value + 0.0));
    }
  }

  private void addText(long row, TableCell cell) {
    if (texts.count() <= MOST_VALUES) {
      byte[] text = cell.category().getBytes(StandardCharsets.UTF_8);
      texts.add(text, 0, text.length);
    }
    if (row < SAMPLE) {
      sampledCells++;
      cell.pass(sampled::add);
    }
  }

  /** Adds the cells of another chunk of the table. */
  public void merge(ColumnProfile other) {
    other.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
    for (int i = 0; i < other.numbers.count() && numbers.count() <= MOST_VALUES; i++) {
      numbers.add(other.numbers.id(i));
    }
    for (int i = 0; i < other.texts.count() && texts.count() <= MOST_VALUES; i++) {
      other.texts.pass(i, texts::add);
    }
    for (int i = 0; i < other.sampled.count(); i++) {
      other.sampled.pass(i, sampled::add);
    }
    sampledCells += other.sampledCells;
    listLength = Math.max(listLength, other.listLength);
    commaNumbers &= other.commaNumbers;
    certainCommas |= other.certainCommas;
  }

  /** Counts rows of a file that has no such column. */
  public void addMissing(long rows) {
    counts.merge(CellKind.MISSING, rows, Long::sum);
  }

  public long missing() {
    return count(CellKind.MISSING);
  }

  public long count(CellKind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** The number of cells that are not empty. */
  public long present() {
    return counts.values().stream().mapToLong(Long::longValue).sum() - missing();
  }

  /** Whether all cells that are not empty are of one kind. */
  public boolean isAll(CellKind kind) {
    return present() > 0 && present() == count(kind);
  }

  /** The number of different values, at most {@link #MOST_VALUES} + 1. */
  public int distinct() {
    return Math.min(numbers.count() + texts.count(), MOST_VALUES + 1);
  }

  /** Whether more than half of the first texts are unique, as in columns of ids. */
  public boolean isMostlyUnique() {
    return 2L * sampled.count() > sampledCells;
  }

  /**
   * Whether all cells are numbers with decimal commas: each can be read as one, and some only so.
   * Columns of 1,234 and 5,678 are not, as these may be thousands.
   */
  public boolean hasDecimalCommas() {
    return commaNumbers && certainCommas;
  }

  /** The length of the longest list. */
  public int listLength() {
    return listLength;
  }

  /** The different values in alphabetical order. */
  public List<String> values() {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < numbers.count(); i++) {
      values.add(CellParser.text(Double.longBitsToDouble(numbers.id(i))));
    }
    for (int i = 0; i < texts.count(); i++) {
      texts.pass(
          i,
          (data, from, to) ->
              values.add(new String(data, from, to - from, StandardCharsets.UTF_8)));
    }
    Collections.sort(values);
    return values;
  }
}
