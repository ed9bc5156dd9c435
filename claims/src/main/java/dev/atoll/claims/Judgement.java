package dev.atoll.claims;

import dev.atoll.app.compare.Spread;

/**
 * Compares a measured figure with a bound. A figure is the interval of one deviation around the
 * mean of its repetitions. A claim holds where the whole interval lies within the bound, and does
 * not hold where it lies outside of the bound and of the wider one of a claim that holds in part.
 * Otherwise it holds in part.
 *
 * @param conclusive whether the whole interval gets the same verdict; false where it crosses a
 *     bound, and for a time that was measured once
 */
record Judgement(Verdict verdict, boolean conclusive) {
  /**
   * Judges a figure.
   *
   * @param partly the wider bound; null where there is no middle
   * @param timed whether the figure is of times, which a single repetition cannot tell apart
   */
  static Judgement of(Spread figure, Bound holds, Bound partly, boolean timed) {
    double least = figure.mean() - figure.deviation();
    double most = figure.mean() + figure.deviation();
    if (timed && figure.count() == 1) {
      return new Judgement(Verdict.PARTLY, false);
    }
    if (holds.holdsFrom(least, most)) {
      return new Judgement(Verdict.HOLDS, true);
    }
    if (holds.failsFrom(least, most)) {
      if (partly == null || partly.failsFrom(least, most)) {
        return new Judgement(Verdict.DOES_NOT_HOLD, true);
      }
      if (partly.holdsFrom(least, most)) {
        return new Judgement(Verdict.PARTLY, true);
      }
    }
    return new Judgement(Verdict.PARTLY, false);
  }

  boolean holds() {
    return verdict == Verdict.HOLDS;
  }
}
