package dev.atoll.claims;

import dev.atoll.app.compare.Spread;
import java.util.OptionalDouble;

/**
 * Compares the interval of a measured figure with the bounds of a claim. A figure holds where its
 * whole interval lies within the bound, and does not hold where the whole interval lies outside. In
 * between stands a wider bound for figures that hold in part. An interval that crosses a bound
 * cannot tell.
 *
 * <p>A bound that leaves out "no difference" (a ratio of 1, a difference of 0) claims an effect.
 * Where the interval of such a figure lies outside the bound and includes "no difference", the
 * figure does not hold, whatever the wider bound: a null result is never <em>partly</em>.
 *
 * @param partly the wider bound; null without one
 * @param noDifference the figure without any effect; empty where the figure is no comparison
 * @param repetitions the fewest that can tell
 */
record Criterion(Bound holds, Bound partly, OptionalDouble noDifference, int repetitions) {
  /** The fewest seeds over which accuracies are compared. */
  static final int SEEDS = 5;

  private static final int ROUNDS = 2;

  /**
   * The criterion of a figure.
   *
   * @param unit {@code ratio}, {@code percent}, {@code points}, {@code count}
   * @param holds the bound as written in a claim
   * @param partly the wider bound; null without one
   * @param timed whether seconds are compared
   * @throws IllegalArgumentException if the wider bound includes "no difference" and the bound does
   *     not
   */
  static Criterion of(String unit, String holds, String partly, boolean timed) {
    OptionalDouble none =
        switch (unit) {
          case "ratio" -> OptionalDouble.of(1);
          case "points", "percent" -> OptionalDouble.of(0);
          case "count" -> OptionalDouble.empty();
          default ->
              throw new IllegalArgumentException(
                  "expected the unit ratio, percent, points or count, found '" + unit + "'");
        };
    Criterion criterion =
        new Criterion(
            Bound.of(holds),
            partly == null ? null : Bound.of(partly),
            none,
            unit.equals("points") ? SEEDS : timed ? ROUNDS : 1);
    if (criterion.claimsAnEffect()
        && partly != null
        && criterion.partly.holds(none.orElseThrow())) {
      throw new IllegalArgumentException(
          "partly: '%s' includes %s, which is no difference, and holds: '%s' does not"
              .formatted(partly, none.orElseThrow(), holds));
    }
    return criterion;
  }

  private boolean claimsAnEffect() {
    return noDifference.isPresent() && !holds.holds(noDifference.getAsDouble());
  }

  /** The verdict on a measured figure. */
  Verdict judge(Spread figure) {
    if (figure.count() < repetitions) {
      return Verdict.CANNOT_TELL;
    }
    Interval interval = Interval.of(figure);
    if (holds.holdsIn(interval)) {
      return Verdict.HOLDS;
    }
    if (!holds.failsIn(interval)) {
      return Verdict.CANNOT_TELL;
    }
    boolean nothing = claimsAnEffect() && interval.contains(noDifference.getAsDouble());
    if (partly == null || nothing || partly.failsIn(interval)) {
      return Verdict.DOES_NOT_HOLD;
    }
    return partly.holdsIn(interval) ? Verdict.PARTLY : Verdict.CANNOT_TELL;
  }
}
