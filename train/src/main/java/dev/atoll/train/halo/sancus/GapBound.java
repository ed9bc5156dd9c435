package dev.atoll.train.halo.sancus;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.halo.ChangeMean;
import dev.atoll.train.halo.RefreshStep;

/**
 * The bound of a variation gap, ε_H: given, or calibrated. A calibrated bound is a multiple of the
 * mean change of an epoch during the first epochs, in which everything is sent; every worker, layer
 * and direction has its own.
 *
 * @param bound the largest gap, or with calibration the multiple
 * @param calibration epochs of calibration; 0 for a given bound
 */
public record GapBound(double bound, GapNorm norm, int calibration) {
  static final Key<GapNorm> NORM =
      new Key<>(
          "exchange.norm",
          new Constant<>(GapNorm.class),
          GapNorm.RELATIVE,
          "measure of a change of embeddings: a share of their norm, or as it is (the gaps)");

  static final Key<Long> CALIBRATION =
      new Key<>(
          "exchange.calibration",
          new Whole(0, 1_000_000),
          0L,
          "first epochs that measure how far embeddings move in an epoch, of which exchange.bound"
              + " is then a multiple (the gaps); 0 for exchange.bound as it is");

  public GapBound {
    StalenessBound.check(bound);
    if (calibration < 0 || calibration == 1) {
      throw new IllegalArgumentException(
          "exchange.calibration=%d: expected 0 (off), or 2 epochs or more, since a change has two ends"
              .formatted(calibration));
    }
  }

  /** A share of the norm. */
  public static GapBound relative(double share) {
    return new GapBound(share, GapNorm.RELATIVE, 0);
  }

  static GapBound of(Values values) {
    return new GapBound(
        values.get(StalenessBound.KEY), values.get(NORM), Math.toIntExact(values.get(CALIBRATION)));
  }

  /** The test of a step; while calibrating it notes every change and lets everything be sent. */
  RefreshStep.ChangeTest test(RefreshStep step) {
    ChangeMean seen = step.changes();
    if (step.epoch() < calibration) {
      return (change, before) -> {
        seen.add(norm.of(change, before));
        return true;
      };
    }
    double most = calibration == 0 ? bound : bound * seen.mean();
    return (change, before) -> norm.exceeds(most, change, before);
  }
}
