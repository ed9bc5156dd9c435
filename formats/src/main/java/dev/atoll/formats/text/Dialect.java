package dev.atoll.formats.text;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.encode.DecimalComma;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The delimiter, header and columns of a table as text.
 *
 * @param delimiter between fields; a space matches any run of spaces
 * @param headerLine the number of the line that names the columns; 0 without a header
 * @param columns their names, or {@code 1, 2, …} without a header
 * @param guessed whether the header was told by the lines below it alone, not by a known name
 */
public record Dialect(char delimiter, long headerLine, List<String> columns, boolean guessed) {
  /** Lines of one field. */
  static final Dialect PLAIN = new Dialect('\n', 0, List.of());

  private static final char[] CANDIDATES = {'\t', ',', ';', '|', ' '};
  private static final int SAMPLE = 100;

  /** Text in more columns than this, parted by spaces, is prose. */
  private static final int MOST_WORDS = 3;

  /** A dialect that is known. */
  Dialect(char delimiter, long headerLine, List<String> columns) {
    this(delimiter, headerLine, columns, false);
  }

  /** Fields parted by a comma and no header, as machines write them. */
  public static Dialect commas(int columns) {
    return new Dialect(',', 0, numbers(columns));
  }

  /** Words parted by spaces. */
  public static Dialect spaces() {
    return new Dialect(' ', 0, List.of());
  }

  /** Detects the dialect from the first lines of a file. */
  public static Dialect detect(TextFile file, HeaderRule header) throws IOException {
    List<String> lines = new ArrayList<>();
    Fields head = file.head(PLAIN);
    long firstLine = 0;
    while (lines.size() < SAMPLE && head.nextLine()) {
      firstLine = lines.isEmpty() ? head.line() : firstLine;
      lines.add(head.lineText());
    }
    if (lines.isEmpty()) {
      throw BadDataException.at(
          file.path(), "empty; expected a table, one row a line, such as 'source,target'");
    }
    char delimiter = delimiter(lines, file);
    List<List<String>> rows = lines.stream().map(line -> split(line, delimiter)).toList();
    List<String> first = rows.getFirst();
    List<List<String>> rest = rows.subList(1, rows.size());
    boolean guessed =
        header == HeaderRule.AUTO && !isKnown(first, rest) && headsValues(first, rest);
    boolean named =
        switch (header) {
          case YES -> true;
          case NO -> false;
          case AUTO -> guessed || isKnown(first, rest);
        };
    if (!named && header == HeaderRule.AUTO && delimiter == ' ' && isProse(rows)) {
      throw BadDataException.at(
          file.path(),
          "line %d: %d words and no numbers, which looks like prose; expected a table. If it is one: %s or %s"
              .formatted(
                  firstLine, first.size(), Choice.HEADER_YES.text(), Choice.HEADER_NO.text()));
    }
    return named
        ? new Dialect(delimiter, firstLine, named(first), guessed)
        : new Dialect(delimiter, 0, numbers(first.size()));
  }

  /** A column without a name, as the index that some programs write, is called by its number. */
  private static List<String> named(List<String> first) {
    List<String> names = new ArrayList<>();
    for (String name : first) {
      names.add(name.isEmpty() ? Integer.toString(names.size() + 1) : name);
    }
    return names;
  }

  /**
   * The first candidate that cuts all lines into the same number of fields, more than one; else
   * most lines, and those that differ are named when they are read.
   */
  private static char delimiter(List<String> lines, TextFile file) {
    for (int least : new int[] {lines.size(), lines.size() / 2 + 1}) {
      for (char candidate : CANDIDATES) {
        if (agreeing(lines, candidate) >= least
            && !(candidate == ',' && hasDecimalCommas(lines, least))) {
          return candidate;
        }
      }
    }
    if (lines.stream().allMatch(line -> split(line, ',').size() == 1)) {
      return ',';
    }
    throw BadDataException.at(
        file.path(),
        "no table: expected the same number of fields in every line, separated by comma, tab, semicolon, bar or spaces; found '%s'"
            .formatted(shortened(lines.getFirst())));
  }

  /**
   * Whether another delimiter cuts lines into fields whose commas all stand in numbers: a;b;0,5.
   */
  private static boolean hasDecimalCommas(List<String> lines, int least) {
    for (char other : new char[] {';', '|', ' '}) {
      if (agreeing(lines, other) >= least
          && lines.stream()
              .flatMap(line -> split(line, other).stream())
              .allMatch(field -> field.indexOf(',') < 0 || DecimalComma.isNumber(field))) {
        return true;
      }
    }
    return false;
  }

  private static String shortened(String line) {
    return line.length() <= 60 ? line : line.substring(0, 60) + "…";
  }

  /** The number of lines with as many fields as the first, which must have more than one. */
  private static long agreeing(List<String> lines, char delimiter) {
    int width = split(lines.getFirst(), delimiter).size();
    return width < 2
        ? 0
        : lines.stream().filter(line -> split(line, delimiter).size() == width).count();
  }

  /** Whether fields are the usual names of columns, or one is that does not occur in its column. */
  private static boolean isKnown(List<String> first, List<List<String>> rest) {
    if (first.stream().anyMatch(Dialect::isValue)) {
      return false;
    }
    return ColumnNames.allKnown(first)
        || IntStream.range(0, first.size())
            .filter(i -> first.get(i).length() > 1 && ColumnNames.isUsual(first.get(i)))
            .anyMatch(i -> !below(rest, i).contains(first.get(i)));
  }

  /**
   * Whether fields without numbers stand above a column of numbers, dates or truth values, or
   * fields without digits above two columns of ids that all contain digits.
   */
  private static boolean headsValues(List<String> first, List<List<String>> rest) {
    if (first.stream().anyMatch(Dialect::isValue)) {
      return false;
    }
    int ids = 0;
    for (int i = 0; i < first.size(); i++) {
      List<String> below = below(rest, i);
      if (!below.isEmpty() && below.stream().allMatch(Dialect::isValue)) {
        return true;
      }
      ids += below.size() > 1 && below.stream().allMatch(Dialect::hasDigit) ? 1 : 0;
    }
    return ids > 1 && first.stream().noneMatch(Dialect::hasDigit); // both ends of an edge
  }

  /** The fields of a column that are not empty. */
  private static List<String> below(List<List<String>> rest, int column) {
    return rest.stream()
        .filter(row -> row.size() > column && !row.get(column).isEmpty())
        .map(row -> row.get(column))
        .toList();
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(Character::isDigit);
  }

  /** Whether a field is something that no column is called. */
  private static boolean isValue(String field) {
    byte[] text = field.getBytes(StandardCharsets.UTF_8);
    CellKind kind = new CellParser().kind(text, 0, text.length);
    return DecimalComma.isCertain(field)
        || kind == CellKind.NUMBER
        || kind == CellKind.DATE
        || kind == CellKind.BOOLEAN;
  }

  private static boolean isProse(List<List<String>> rows) {
    return rows.getFirst().size() > MOST_WORDS
        && rows.stream().noneMatch(row -> row.stream().anyMatch(Dialect::isValue));
  }

  private static List<String> split(String line, char delimiter) {
    List<String> fields = new ArrayList<>();
    var field = new StringBuilder();
    boolean quoted = false;
    for (char c : (line + delimiter).toCharArray()) {
      quoted ^= c == '"';
      if (c == delimiter && !quoted) {
        if (delimiter != ' ' || !field.isEmpty()) {
          fields.add(field.toString().strip().replace("\"", ""));
        }
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    return fields;
  }

  private static List<String> numbers(int columns) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      names.add(Integer.toString(i));
    }
    return names;
  }
}
