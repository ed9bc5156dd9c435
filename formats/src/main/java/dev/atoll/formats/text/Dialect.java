package dev.atoll.formats.text;

import dev.atoll.formats.table.ColumnNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The delimiter, header and columns of a table as text.
 *
 * @param delimiter between fields; a space matches any run of spaces
 * @param headerLine the number of the line that names the columns; 0 without a header
 * @param columns their names, or {@code 1, 2, …} without a header
 */
public record Dialect(char delimiter, long headerLine, List<String> columns) {
  /** Lines of one field. */
  static final Dialect PLAIN = new Dialect('\n', 0, List.of());

  private static final char[] CANDIDATES = {'\t', ',', ';', '|', ' '};
  private static final int SAMPLE = 100;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|nan|NaN|");

  /** Fields parted by a comma and no header, as machines write them. */
  public static Dialect commas(int columns) {
    return new Dialect(',', 0, numbers(columns));
  }

  /** Words parted by spaces. */
  public static Dialect spaces() {
    return new Dialect(' ', 0, List.of());
  }

  /** Looks at the first lines of a file. */
  public static Dialect detect(TextFile file) throws IOException {
    List<String> lines = new ArrayList<>();
    Fields head = file.head(PLAIN);
    long firstLine = 0;
    while (lines.size() < SAMPLE && head.nextLine()) {
      firstLine = lines.isEmpty() ? head.line() : firstLine;
      lines.add(head.lineText());
    }
    if (lines.isEmpty()) {
      return commas(0);
    }
    char delimiter = delimiter(lines);
    List<String> first = split(lines.getFirst(), delimiter);
    return isHeader(first, lines, delimiter)
        ? new Dialect(delimiter, firstLine, first)
        : new Dialect(delimiter, 0, numbers(first.size()));
  }

  /** The first candidate that cuts all lines into the same number of fields, more than one. */
  private static char delimiter(List<String> lines) {
    for (char candidate : CANDIDATES) {
      int width = split(lines.getFirst(), candidate).size();
      if (width > 1 && lines.stream().allMatch(l -> split(l, candidate).size() == width)) {
        return candidate;
      }
    }
    return ',';
  }

  /** A header has no numbers where the line after it has some, or names only known columns. */
  private static boolean isHeader(List<String> first, List<String> lines, char delimiter) {
    if (first.stream().anyMatch(field -> NUMBER.matcher(field).matches())) {
      return false;
    }
    return ColumnNames.allKnown(first)
        || (lines.size() > 1
            && split(lines.get(1), delimiter).stream()
                .anyMatch(field -> !field.isEmpty() && NUMBER.matcher(field).matches()));
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
