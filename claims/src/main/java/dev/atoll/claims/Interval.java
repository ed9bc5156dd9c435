package dev.atoll.claims;

import dev.atoll.app.compare.Spread;

/**
 * The 95 % confidence interval of a mean over repetitions, by Student's t distribution. Repetitions
 * of a difference are paired: every one is computed from runs of the same seed or round.
 */
record Interval(double low, double high) {
  /** The 0.975 quantiles of Student's t for 1 to 30 degrees of freedom. */
  private static final double[] QUANTILES = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private static final double NORMAL = 1.95996;

  /** The interval of a figure; a single repetition is taken as exact. */
  static Interval of(Spread figure) {
    if (figure.count() == 1) {
      return new Interval(figure.mean(), figure.mean());
    }
    double half = quantile(figure.count() - 1) * figure.deviation() / Math.sqrt(figure.count());
    return new Interval(figure.mean() - half, figure.mean() + half);
  }

  /** Beyond the table, the first three terms of the expansion around the normal distribution. */
  private static double quantile(int degrees) {
    if (degrees <= QUANTILES.length) {
      return QUANTILES[degrees - 1];
    }
    double z = NORMAL;
    double z3 = z * z * z;
    return z
        + (z3 + z) / (4.0 * degrees)
        + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96.0 * degrees * degrees);
  }

  boolean contains(double value) {
    return low <= value && value <= high;
  }
}
