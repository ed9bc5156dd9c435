package dev.atoll.claims;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A condition on a figure, such as {@code <= 0.12} or {@code 0.9..1.1}. */
record Bound(double low, double high) {
  private static final Pattern ONE_SIDED = Pattern.compile("(<=|>=)\\s*(-?[0-9.]+(?:[eE]-?\\d+)?)");
  private static final Pattern RANGE = Pattern.compile("(-?[0-9.]+)\\s*\\.\\.\\s*(-?[0-9.]+)");

  /** Parses a bound as written in a claim; ends are inclusive. */
  static Bound of(String text) {
    Matcher one = ONE_SIDED.matcher(text.strip());
    if (one.matches()) {
      double end = Double.parseDouble(one.group(2));
      return one.group(1).equals("<=")
          ? new Bound(Double.NEGATIVE_INFINITY, end)
          : new Bound(end, Double.POSITIVE_INFINITY);
    }
    Matcher range = RANGE.matcher(text.strip());
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "expected a bound such as '<= 0.12', '>= 2' or '0.9..1.1', found '" + text + "'");
    }
    return new Bound(Double.parseDouble(range.group(1)), Double.parseDouble(range.group(2)));
  }

  boolean holds(double figure) {
    return low <= figure && figure <= high;
  }

  /** Whether the bound holds for all values of an interval. */
  boolean holdsIn(Interval interval) {
    return holds(interval.low()) && holds(interval.high());
  }

  /** Whether the bound holds for no value of an interval. */
  boolean failsIn(Interval interval) {
    return interval.high() < low || high < interval.low();
  }
}
