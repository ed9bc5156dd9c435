package dev.atoll.graph.sample.draw;

import java.util.function.IntToDoubleFunction;

/** Probabilities proportional to weights, none above 1: min(1, a·wᵢ) with a given sum. */
public final class CappedProbabilities {
  private CappedProbabilities() {}

  /**
   * The factor a for which the probabilities of all candidates add up to {@code sum}. Sets aside
   * candidates that would get more than 1, until no other one would.
   *
   * @return infinity when there are no more candidates than {@code sum}: all of them are certain
   */
  public static double factor(int candidates, int sum, IntToDoubleFunction weight) {
    if (sum >= candidates) {
      return Double.POSITIVE_INFINITY;
    }
    double factor = 0;
    while (true) {
      double rest = 0;
      int certain = 0;
      for (int i = 0; i < candidates; i++) {
        boolean isCertain = weight.applyAsDouble(i) * factor >= 1;
        certain += isCertain ? 1 : 0;
        rest += isCertain ? 0 : weight.applyAsDouble(i);
      }
      double next = (sum - certain) / rest;
      if (!(next > factor)) {
        return factor;
      }
      factor = next;
    }
  }
}
