package dev.atoll.formats.table.encode;

import java.util.regex.Pattern;

/** Numbers with a comma before their fractions, and points between thousands: 1.234,56. */
public final class DecimalComma {
  private static final int LONGEST = 30;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]+|[0-9]{1,3}([. \u00a0\u202f][0-9]{3})+)(,[0-9]+)?");

  /** Numbers whose commas may also separate thousands. */
  private static final Pattern THOUSANDS =
      Pattern.compile("[-+]?[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?");

  private DecimalComma() {}

  /** Parses a number; NaN if the text is not one. */
  public static double parse(String text) {
    return isNumber(text)
        ? Double.parseDouble(text.replaceAll("[. \u00a0\u202f]", "").replace(',', '.'))
        : Double.NaN;
  }

  /** Whether a text is a number with or without a decimal comma. */
  public static boolean isNumber(String text) {
    return text.length() <= LONGEST && NUMBER.matcher(text).matches();
  }

  /** Whether digits have no point, or one before the last three that may be between thousands. */
  static boolean isWhole(byte[] data, int from, int to) {
    int first = data[from] == '-' || data[from] == '+' ? from + 1 : from;
    int point = -1;
    for (int i = first; i < to; i++) {
      boolean groups = data[i] == '.' && point < 0 && i > first && i - first <= 3 && to - i == 4;
      if (groups) {
        point = i;
      } else if (data[i] < '0' || data[i] > '9') {
        return false;
      }
    }
    return first < to && to - from <= LONGEST;
  }

  /** Whether a text is a number with a decimal comma and can be nothing else. */
  public static boolean isCertain(String text) {
    return text.indexOf(',') >= 0 && isNumber(text) && !THOUSANDS.matcher(text).matches();
  }
}
