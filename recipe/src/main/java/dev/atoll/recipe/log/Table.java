package dev.atoll.recipe.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows whose columns line up; numbers to the right, words to the left.
 *
 * <pre>{@code
 * Table.of("dataset", "nodes").row("cora", "2,708").row("citeseer", "3,327").lines()
 *   dataset   nodes
 *   cora      2,708
 *   citeseer  3,327
 * }</pre>
 */
public final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final boolean titled;

  private Table(boolean titled) {
    this.titled = titled;
  }

  /** A table with column titles. */
  public static Table of(String... titles) {
    return new Table(true).row(titles);
  }

  /** A table of names and values, without titles. */
  public static Table untitled() {
    return new Table(false);
  }

  public Table row(String... elements) {
    rows.add(List.of(elements));
    return this;
  }

  /** All cells, the titles first; rows may be shorter than others. */
  public List<List<String>> cells() {
    return List.copyOf(rows);
  }

  public List<String> lines() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] width = new int[columns];
    boolean[] numeric = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      int column = c;
      width[c] = rows.stream().mapToInt(row -> cell(row, column).length()).max().orElse(0);
      numeric[c] = rows.stream().skip(titled ? 1 : 0).allMatch(row -> isNumber(cell(row, column)));
    }
    return rows.stream().map(row -> line(row, width, numeric)).toList();
  }

  /** Writes the lines. */
  public void show(RunLog log) {
    lines().forEach(log::line);
  }

  private static String line(List<String> row, int[] width, boolean[] numeric) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < width.length; c++) {
      String cell = cell(row, c);
      String padding = " ".repeat(width[c] - cell.length());
      line.append(c == 0 ? "" : GAP).append(numeric[c] ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String cell(List<String> row, int column) {
    return column < row.size() ? row.get(column) : "";
  }

  /** Also with a unit behind it: what begins with a digit is lined up at its end. */
  private static boolean isNumber(String cell) {
    return cell.isEmpty() || cell.equals("-") || cell.matches("[-+]?[0-9][0-9.,]*( .{1,16})?");
  }
}
