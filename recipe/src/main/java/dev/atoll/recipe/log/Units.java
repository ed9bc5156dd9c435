package dev.atoll.recipe.log;

import java.util.Locale;

/** Formats numbers as text with units. */
public final class Units {
  private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  private Units() {}

  /** Formats a count: {@code 10556} is {@code "10,556"}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Formats bytes: {@code 1536} is {@code "1.5 KiB"}. */
  public static String bytes(long bytes) {
    return bytes(bytes, 0);
  }

  /** Formats bytes with more significant digits. */
  public static String bytes(long bytes, int more) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < BYTES.length - 1) {
      value /= 1024;
      unit++;
    }
    return (unit == 0 ? Long.toString(bytes) : number(value, more)) + " " + BYTES[unit];
  }

  /** Formats seconds: {@code 0.0123} is {@code "12.3 ms"}, {@code 75} is {@code "1 min 15 s"}. */
  public static String seconds(double seconds) {
    return seconds(seconds, 0);
  }

  /** Formats seconds with more significant digits. */
  public static String seconds(double seconds, int more) {
    if (seconds < 0.001) {
      return number(seconds * 1e6, more) + " µs";
    }
    if (seconds < 1) {
      return number(seconds * 1e3, more) + " ms";
    }
    if (seconds < MINUTE || more > 0) {
      return number(seconds, more) + " s";
    }
    long whole = Math.round(seconds);
    return seconds < HOUR
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  /** Formats a share as a percentage: {@code 0.815} is {@code "81.5 %"}. */
  public static String percent(double share) {
    return percent(share, 0);
  }

  /** Formats a percentage with more significant digits. */
  public static String percent(double share, int more) {
    return String.format(Locale.ROOT, "%." + (1 + more) + "f %%", share * 100);
  }

  /** Formats with a number of decimals: {@code 1234.5} with two is {@code "1234.50"}. */
  public static String decimals(double value, int count) {
    return String.format(Locale.ROOT, "%." + count + "f", value);
  }

  /**
   * Formats with three significant digits: {@code 3.14159} is {@code "3.14"}, {@code 1234.5} is
   * {@code "1,235"}.
   */
  public static String number(double value) {
    return number(value, 0);
  }

  /** Formats with more significant digits. */
  public static String number(double value, int more) {
    double size = Math.abs(value);
    int decimals = more + (size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
