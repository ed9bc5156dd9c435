package dev.atoll.graph.sample.saint;

import java.util.Arrays;

/** Draws numbers in proportion to weights, by binary search in their cumulative sums. */
final class CumulativeDraw {
  /** The prefix sum of weights up to and including each number. */
  private final double[] sums;

  CumulativeDraw(double[] weights) {
    this.sums = weights.clone();
    Arrays.parallelPrefix(sums, Double::sum);
  }

  /** Whether nothing can be drawn. */
  boolean isEmpty() {
    return sums.length == 0 || sums[sums.length - 1] == 0;
  }

  /** The number at a share of all weights, from 0 to below 1. */
  int at(double share) {
    double wanted = share * sums[sums.length - 1];
    int low = 0;
    int high = sums.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sums[middle] <= wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
