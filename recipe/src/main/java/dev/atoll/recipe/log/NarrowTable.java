package dev.atoll.recipe.log;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Breaks a table into lines that fit the width of a terminal. */
final class NarrowTable {
  private static final String GAP = "  ";

  /** The least width to which columns of text are narrowed. */
  private static final int LEAST_TEXT = 16;

  /** The least width of a fragment when a word is broken. */
  private static final int LEAST_WIDTH = 8;

  private final List<List<String>> rows;
  private final int width;
  private final int[] widths;
  private final boolean[] numeric;

  NarrowTable(List<List<String>> rows, boolean titled, int width) {
    this.rows = rows;
    this.width = width;
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    widths = new int[columns];
    numeric = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      int column = c;
      widths[c] = rows.stream().mapToInt(row -> cell(row, column).length()).max().orElse(0);
      numeric[c] = rows.stream().skip(titled ? 1 : 0).allMatch(row -> isNumber(cell(row, column)));
    }
  }

  List<String> lines() {
    List<Integer> all = IntStream.range(0, widths.length).boxed().toList();
    wrapTexts(all);
    if (total(all) <= width) {
      return lines(all);
    }
    List<String> lines = new ArrayList<>();
    for (List<Integer> columns : groups()) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(lines(columns));
    }
    return lines;
  }

  /** Narrows the widest columns of text as far as needed and possible. */
  private void wrapTexts(List<Integer> columns) {
    long excess = total(columns) - width;
    while (excess > 0) {
      int widest =
          columns.stream()
              .filter(c -> !numeric[c] && widths[c] > LEAST_TEXT)
              .reduce((a, b) -> widths[b] > widths[a] ? b : a)
              .orElse(-1);
      if (widest < 0) {
        return;
      }
      widths[widest] = (int) Math.max(LEAST_TEXT, widths[widest] - excess);
      excess = total(columns) - width;
    }
  }

  private long total(List<Integer> columns) {
    return columns.stream().mapToLong(c -> widths[c]).sum()
        + (long) GAP.length() * Math.max(0, columns.size() - 1);
  }

  /** The columns that fit side by side, always after the first one. */
  private List<List<Integer>> groups() {
    List<List<Integer>> groups = new ArrayList<>();
    List<Integer> group = new ArrayList<>(List.of(0));
    for (int c = 1; c < widths.length; c++) {
      group.add(c);
      if (group.size() > 2 && total(group) > width) {
        group.removeLast();
        groups.add(group);
        group = new ArrayList<>(List.of(0, c));
      }
    }
    groups.add(group);
    for (List<Integer> columns : groups) {
      int last = columns.getLast();
      int excess = (int) Math.max(0, total(columns) - width);
      widths[last] = Math.max(Math.min(LEAST_WIDTH, widths[last]), widths[last] - excess);
    }
    return groups;
  }

  private List<String> lines(List<Integer> columns) {
    return rows.stream().flatMap(row -> lines(row, columns).stream()).toList();
  }

  private List<String> lines(List<String> row, List<Integer> columns) {
    List<List<String>> cells = columns.stream().map(c -> wrapped(cell(row, c), widths[c])).toList();
    int height = cells.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < height; i++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < cells.size(); c++) {
        int column = columns.get(c);
        String text = i < cells.get(c).size() ? cells.get(c).get(i) : "";
        String padding = " ".repeat(Math.max(0, widths[column] - text.length()));
        line.append(c == 0 ? "" : GAP).append(numeric[column] ? padding + text : text + padding);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Wraps a text at spaces, or within a word that is too long. */
  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 0 ? space : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  private static String cell(List<String> row, int column) {
    return column < row.size() ? row.get(column) : "";
  }

  /** Whether a text is right-aligned: a number, also with a unit. */
  private static boolean isNumber(String cell) {
    return cell.isEmpty() || cell.equals("-") || cell.matches("[-+]?[0-9][0-9.,]*( .{1,16})?");
  }
}
