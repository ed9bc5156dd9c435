package dev.atoll.train.sampling.locality;

/**
 * Adapts the factor by which near nodes are favoured, epoch by epoch (Song and Jiang 2022,
 * Algorithm 2): doubled while loading takes more than its share, halved towards the former value
 * when it takes less than needed, fixed in between.
 *
 * <pre>{@code
 * var scale = AdaptiveScale.START;
 * for (…epochs…) {
 *   sampler.scale(scale.value());
 *   scale = scale.after(loadShare);
 * }
 * }</pre>
 *
 * @param value the factor now, 1 at first
 * @param previous the factor before it was doubled
 * @param fixed whether it stays for the rest of the run
 */
record AdaptiveScale(double value, double previous, boolean fixed) {
  /** The factor of the first epoch. */
  static final AdaptiveScale START = new AdaptiveScale(1, 1, false);

  /** lt, the share of loading below which the factor goes back halfway. */
  private static final double LOWER = 0.15;

  /** ut, the share of loading above which the factor is doubled. */
  private static final double UPPER = 0.2;

  /** MAXS, the largest factor. */
  private static final double MOST = 8;

  /**
   * The factor of the next epoch.
   *
   * @param loadShare time spent on loading rows over all time of the epoch
   */
  AdaptiveScale after(double loadShare) {
    if (fixed) {
      return this;
    }
    if (value >= MOST) {
      return new AdaptiveScale(value, previous, true);
    }
    if (loadShare > UPPER) {
      return new AdaptiveScale(Math.min(MOST, value * 2), value, false);
    }
    return loadShare < LOWER && value != 1
        ? new AdaptiveScale((value + previous) / 2, previous, false)
        : new AdaptiveScale(value, previous, true);
  }
}
