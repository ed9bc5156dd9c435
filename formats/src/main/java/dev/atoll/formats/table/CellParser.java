package dev.atoll.formats.table;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the content of a text cell: empty, a number, true or false, a date, or other text.
 * Plain numbers are parsed without making a string.
 */
public final class CellParser {
  private static final double[] POWERS = new double[23];
  private static final double DAY_SECONDS = 86_400;
  private static final int LONGEST_WORD = 40;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  private static final Pattern INFINITE = Pattern.compile("(?i)[-+]?inf(inity)?");
  private static final Pattern MISSING = Pattern.compile("(?i)|nan|na|n/a|null");
  private static final Pattern TRUE = Pattern.compile("(?i)true|yes");
  private static final Pattern FALSE = Pattern.compile("(?i)false|no");
  private static final Pattern DATE =
      Pattern.compile(
          "([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})"
              + "(?:[T ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:\\.[0-9]+)?))?"
              + " ?(Z|UTC|[-+][0-9]{2}:?[0-9]{2})?)?");

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10; // exact up to 10²²
    }
  }

  private double number;

  /** A parser for one thread. */
  public CellParser() {}

  /** The number last recognised; 0 or 1 for false or true; days since 1970 for a date. */
  public double number() {
    return number;
  }

  /** Recognises the text between two positions. */
  public CellKind kind(byte[] data, int from, int to) {
    number = Double.NaN;
    if (from == to) {
      return CellKind.MISSING;
    }
    if (plainNumber(data, from, to)) {
      return CellKind.NUMBER;
    }
    return to - from > LONGEST_WORD
        ? CellKind.TEXT
        : kind(new String(data, from, to - from, StandardCharsets.UTF_8));
  }

  private boolean plainNumber(byte[] data, int from, int to) {
    int i = from;
    boolean negative = data[i] == '-';
    i += negative || data[i] == '+' ? 1 : 0;
    int first = i;
    long digits = 0;
    int count = 0;
    int scale = 0;
    boolean point = false;
    for (; i < to; i++) {
      int digit = data[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        count += digits == 0 ? 0 : 1;
        scale += point ? 1 : 0;
      } else if (data[i] == '.' && !point) {
        point = true;
      } else {
        return false;
      }
    }
    if (count > 15 || scale >= POWERS.length || i - first - (point ? 1 : 0) == 0) {
      return false;
    }
    double value = digits / POWERS[scale]; // both exact: one rounding, so the result is right
    number = negative ? -value : value;
    return true;
  }

  private CellKind kind(String text) {
    if (MISSING.matcher(text).matches()) {
      return CellKind.MISSING;
    }
    if (NUMBER.matcher(text).matches()) {
      number = Double.parseDouble(text);
      return CellKind.NUMBER;
    }
    if (INFINITE.matcher(text).matches()) {
      number = text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return CellKind.NUMBER;
    }
    if (TRUE.matcher(text).matches() || FALSE.matcher(text).matches()) {
      number = TRUE.matcher(text).matches() ? 1 : 0;
      return CellKind.BOOLEAN;
    }
    Matcher date = DATE.matcher(text);
    return date.matches() && isDate(date) ? CellKind.DATE : CellKind.TEXT;
  }

  private boolean isDate(Matcher date) {
    try {
      LocalDate day = LocalDate.of(part(date, 1), part(date, 2), part(date, 3));
      double seconds = 0;
      if (date.group(4) != null) {
        seconds = part(date, 4) * 3600.0 + part(date, 5) * 60.0;
        seconds += date.group(6) == null ? 0 : Double.parseDouble(date.group(6));
        seconds -= offsetSeconds(date.group(7));
      }
      number = day.toEpochDay() + seconds / DAY_SECONDS;
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static int part(Matcher date, int group) {
    return Integer.parseInt(date.group(group));
  }

  private static double offsetSeconds(String zone) {
    if (zone == null || zone.equals("Z") || zone.equals("UTC")) {
      return 0;
    }
    String digits = zone.substring(1).replace(":", "");
    double seconds =
        Integer.parseInt(digits.substring(0, 2)) * 3600.0
            + Integer.parseInt(digits.substring(2)) * 60.0;
    return zone.startsWith("-") ? -seconds : seconds;
  }

  /** Whether a text is a whole number, and nothing is lost by reading it as one. */
  public static boolean isWhole(byte[] data, int from, int to) {
    int first = from < to && data[from] == '-' ? from + 1 : from;
    int digits = to - first;
    if (digits < 1 || digits > 18 || (data[first] == '0' && digits > 1)) {
      return false;
    }
    for (int i = first; i < to; i++) {
      if (data[i] < '0' || data[i] > '9') {
        return false;
      }
    }
    return true;
  }

  /** The name of a number as a category: without a decimal point if it is whole. */
  public static String text(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
