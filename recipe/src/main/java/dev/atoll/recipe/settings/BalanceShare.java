package dev.atoll.recipe.settings;

import java.util.Optional;

/**
 * A quantity that is balanced over the parts, by name.
 *
 * @param tolerance its own tolerance, in place of {@code partition.tolerance}
 */
public record BalanceShare(String name, Optional<Double> tolerance) {
  private static final char SIGN = ':';

  static BalanceShare of(String name) {
    return new BalanceShare(name, Optional.empty());
  }

  /**
   * Parses {@code train} or {@code train:0.05}; empty for a tolerance that is no number from 0 on.
   */
  static Optional<BalanceShare> parse(String text) {
    int sign = text.indexOf(SIGN);
    if (sign < 0) {
      return Optional.of(of(text));
    }
    try {
      double tolerance = Double.parseDouble(text.substring(sign + 1));
      return Optional.of(new BalanceShare(text.substring(0, sign), Optional.of(tolerance)))
          .filter(_ -> tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return tolerance.map(own -> name + SIGN + own).orElse(name);
  }
}
