package dev.atoll.train.sampling.locality;

import dev.atoll.train.placement.TierCosts;
import dev.atoll.train.placement.TierReads;

/**
 * Adapts the factor by which near nodes are favoured, epoch by epoch (Song and Jiang 2022,
 * Algorithm 2): doubled while loading takes more than its share, halved towards the former value
 * when it takes less than needed, fixed in between.
 *
 * <pre>{@code
 * var scale = AdaptiveScale.START;
 * for (…epochs…) {
 *   sampler.scale(scale.value());
 *   scale = scale.after(AdaptiveScale.loadShare(reads, costs, computeSeconds));
 * }
 * }</pre>
 *
 * @param value the factor now, 1 at first
 * @param previous the factor before it was doubled
 * @param fixed whether it stays for the rest of the run
 */
public record AdaptiveScale(double value, double previous, boolean fixed, Bounds bounds) {
  /** Shares of time between which the factor is right, and the largest factor. */
  public record Bounds(double lower, double upper, double most) {
    public Bounds {
      if (!(lower >= 0 && lower <= upper && upper <= 1 && most >= 1)) {
        throw new IllegalArgumentException(
            "sampler.lower=%s, sampler.upper=%s, sampler.maxScale=%s: expected 0 <= lower <= upper <= 1 <= maxScale"
                .formatted(lower, upper, most));
      }
    }
  }

  /** lt, ut and MAXS as published. */
  public static final Bounds PUBLISHED = new Bounds(0.15, 0.2, 8);

  /** Within the published bounds. */
  public static final AdaptiveScale START = startingIn(PUBLISHED);

  public static AdaptiveScale startingIn(Bounds bounds) {
    return new AdaptiveScale(1, 1, false, bounds);
  }

  /**
   * The factor of the next epoch.
   *
   * @param loadShare time spent on loading rows over all time of the epoch
   */
  public AdaptiveScale after(double loadShare) {
    if (fixed) {
      return this;
    }
    if (value >= bounds.most) {
      return with(value, previous, true);
    }
    if (loadShare > bounds.upper) {
      return with(Math.min(bounds.most, value * 2), value, false);
    }
    return loadShare < bounds.lower && value != 1
        ? with((value + previous) / 2, previous, false)
        : with(value, previous, true);
  }

  private AdaptiveScale with(double newValue, double newPrevious, boolean nowFixed) {
    return new AdaptiveScale(newValue, newPrevious, nowFixed, bounds);
  }

  /**
   * The share of time spent on reads, from counts and costs, so that it is the same on every run.
   */
  public static double loadShare(TierReads reads, TierCosts secondsPerRow, double otherSeconds) {
    double load = reads.cost(secondsPerRow);
    return load == 0 ? 0 : load / (load + otherSeconds);
  }
}
