package dev.atoll.formats.text;

import dev.atoll.formats.table.encode.DecimalComma;
import dev.atoll.graph.BadDataException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Iterates over the lines and fields of one block of text.
 *
 * <pre>{@code
 * while (fields.nextLine()) {          // skips blank lines and comments
 *   long id = fields.nextLong();
 *   while (fields.hasNext()) {
 *     double feature = fields.nextDouble();
 *   }
 * }
 * }</pre>
 *
 * A field of another type than requested is an error that names file and line.
 */
public final class Fields {
  private static final double[] POWERS = new double[23];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10; // exact up to 10²²
    }
  }

  private final String origin;
  private final byte delimiter;
  private final boolean runs;
  private byte[] data = new byte[0];
  private int end;
  private long firstLine;
  private long line;
  private int at;
  private int lineStart;
  private boolean more;
  private int from;
  private int to;
  private boolean padded;

  public Fields(String origin, Dialect dialect) {
    this.origin = origin;
    this.delimiter = (byte) dialect.delimiter();
    this.runs = dialect.delimiter() == ' ';
  }

  /** Reserves a number of bytes and one more; the content stays. */
  public byte[] reserve(int bytes) {
    if (data.length < bytes + 1) {
      data = Arrays.copyOf(data, bytes + bytes / 4 + 1);
    }
    return data;
  }

  /** Begins a block whose last byte is a newline. */
  public void fill(int length, long first) {
    end = length;
    firstLine = first;
    line = first - 1;
    lineStart = -1;
    more = false;
  }

  /** Throws unless the block is text in UTF-8. */
  void requireUtf8() {
    int wrong = Utf8.firstError(data, end);
    if (wrong >= 0) {
      throw BadDataException.at(
          origin + ": line " + (firstLine + Newlines.count(data, wrong)),
          "byte 0x%02X is no text in UTF-8; save the file as UTF-8".formatted(data[wrong]));
    }
  }

  /** The number of the block's first line. */
  public long firstLine() {
    return firstLine;
  }

  /** The number of the current line, from 1. */
  public long line() {
    return line;
  }

  /** Moves to the next line that is neither blank nor a comment ({@code #} or {@code %}). */
  public boolean nextLine() {
    while (nextAnyLine()) {
      if (!isBlank() && !isComment()) {
        return true;
      }
    }
    return false;
  }

  /** Moves to the next line, whatever it holds. */
  public boolean nextAnyLine() {
    int start = lineStart < 0 ? 0 : lineEnd(at) + 1;
    if (start >= end) {
      return false;
    }
    line++;
    lineStart = start;
    at = start;
    more = true;
    return true;
  }

  /** The index of the next newline; every block ends with one. */
  private int lineEnd(int from) {
    int i = from;
    while (data[i] != '\n') {
      i++;
    }
    return i;
  }

  /** Whether the line starts with {@code #} or {@code %}. */
  public boolean isComment() {
    return data[lineStart] == '#' || data[lineStart] == '%';
  }

  /** Whether the line holds nothing but spaces. */
  public boolean isBlank() {
    int i = lineStart;
    while (data[i] == ' ' || data[i] == '\t' || data[i] == '\r') {
      i++;
    }
    return data[i] == '\n';
  }

  /** Whether the line has another field. */
  public boolean hasNext() {
    return more;
  }

  /** The next field as a whole number. */
  public long nextLong() {
    byte[] d = data;
    int i = start();
    boolean quoted = d[i] == '"';
    i += quoted ? 1 : 0;
    boolean negative = d[i] == '-';
    i += negative ? 1 : 0;
    int first = i;
    long value = 0;
    for (int digit = d[i] - '0'; digit >= 0 && digit <= 9; digit = d[i] - '0') {
      value = value * 10 + digit;
      i++;
    }
    if (i == first || i - first > 18 || !finish(quoted && d[i] == '"' ? i + 1 : i)) {
      throw bad("expected a whole number of up to 18 digits");
    }
    padded = d[first] == '0' && i - first > 1;
    return negative ? -value : value;
  }

  /** Whether the whole number last read is written with leading zeros. */
  public boolean isPadded() {
    return padded;
  }

  /** The next field as a real number; NaN if it is empty or {@code nan}. */
  public double nextDouble() {
    byte[] d = data;
    int i = start();
    int begin = i;
    boolean negative = d[i] == '-';
    i += negative || d[i] == '+' ? 1 : 0;
    long digits = 0;
    int count = 0;
    int scale = 0;
    boolean point = false;
    for (; ; i++) {
      int digit = d[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        count += digits == 0 ? 0 : 1;
        scale -= point ? 1 : 0;
      } else if (d[i] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    boolean simple = count <= 15 && scale >= -22 && i > begin + (negative ? 1 : 0);
    if (simple && finish(i)) {
      double value = digits / POWERS[-scale]; // both exact: one rounding, so the result is right
      return negative ? -value : value;
    }
    at = begin;
    return parsed();
  }

  /** The slow path: exponents, many digits, names of special values, quotes. */
  private double parsed() {
    String text = nextText();
    if (text.isEmpty() || text.equalsIgnoreCase("nan") || text.equalsIgnoreCase("na")) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text.equalsIgnoreCase("inf") ? "Infinity" : text);
    } catch (NumberFormatException e) {
      String remedy =
          DecimalComma.isNumber(text) ? "; write a point before its fraction, not a comma" : "";
      throw new BadDataException(
          "%s: expected a number, found '%s'%s".formatted(place(), text, remedy), e);
    }
  }

  /** The next field as text, without spaces and quotes around it. */
  public String nextText() {
    next();
    return text();
  }

  /** The field last passed. */
  public String text() {
    return new String(data, from, to - from, StandardCharsets.UTF_8);
  }

  /** Advances over the next field and records its bounds: {@link #from} to {@link #to}. */
  public void next() {
    int i = start();
    if (data[i] == '"') {
      nextQuoted(i + 1);
      return;
    }
    from = i;
    while (data[i] != '\n' && data[i] != delimiter) {
      i++;
    }
    to = i;
    while (to > from && (data[to - 1] == ' ' || data[to - 1] == '\r')) {
      to--;
    }
    finish(i);
  }

  private void nextQuoted(int first) {
    int i = first;
    int end = first;
    while (data[i] != '\n' && (data[i] != '"' || data[i + 1] == '"')) {
      i += data[i] == '"' ? 1 : 0; // of two quotes the second stays
      data[end++] = data[i++];
    }
    from = first;
    to = end;
    if (data[i] == '\n' || !finish(i + 1)) {
      throw bad("expected a quote that ends on this line");
    }
  }

  /** The bytes of the block. */
  public byte[] data() {
    return data;
  }

  /** The start of the field last passed by {@link #next}. */
  public int from() {
    return from;
  }

  /** The end of the field last passed by {@link #next}. */
  public int to() {
    return to;
  }

  /** Skips a number of fields. */
  public void skip(int fields) {
    for (int i = 0; i < fields; i++) {
      next();
    }
  }

  /**
   * Ends a line whose first fields have been read.
   *
   * @param columns the most fields that it may have
   */
  void requireEnd(int read, int columns) {
    int found = read;
    while (more && found < columns) {
      next();
      found++;
    }
    if (!more) {
      return;
    }
    while (more) {
      next();
      found++;
    }
    throw badLine(
        "%d cells; expected %d, as in the first line. Put cells that contain '%s' in quotes, numbers with decimal commas too"
            .formatted(found, columns, delimiter == '\t' ? "\\t" : (char) delimiter));
  }

  /** The whole current line. */
  public String lineText() {
    int length = lineEnd(lineStart) - lineStart;
    return new String(data, lineStart, length, StandardCharsets.UTF_8).strip();
  }

  /** An error about the current line. */
  public BadDataException badLine(String message) {
    return BadDataException.at(place(), message);
  }

  /** File and line, for messages. */
  public String place() {
    return origin + ": line " + line;
  }

  private int start() {
    if (!more) {
      throw badLine("expected another field, found the end of the line");
    }
    int i = at;
    while (data[i] == ' ') {
      i++;
    }
    return i;
  }

  /** Ends a field: a delimiter or the end of the line must follow. */
  private boolean finish(int after) {
    int i = after;
    if (data[i] == delimiter && !runs) {
      at = i + 1;
      return true;
    }
    while (data[i] == ' ' || data[i] == '\r') {
      i++;
    }
    boolean parted = runs ? i > after && data[i] != '\n' : data[i] == delimiter;
    if (!parted && data[i] != '\n') {
      return false;
    }
    more = parted;
    at = parted && !runs ? i + 1 : i;
    return true;
  }

  private BadDataException bad(String expected) {
    int i = at;
    while (data[i] != '\n' && data[i] != delimiter) {
      i++;
    }
    return badLine(
        "%s, found '%s'"
            .formatted(expected, new String(data, at, i - at, StandardCharsets.UTF_8).strip()));
  }
}
