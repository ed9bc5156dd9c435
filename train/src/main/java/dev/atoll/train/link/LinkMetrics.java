package dev.atoll.train.link;

import java.util.Arrays;

/** Metrics of link prediction. */
final class LinkMetrics {
  private LinkMetrics() {}

  /** The share of (link, negative) in which the link scores higher; ties count half. */
  static double auc(float[] links, float[] negatives) {
    float[] sorted = negatives.clone();
    Arrays.sort(sorted);
    double won = 0;
    for (float link : links) {
      won += (below(sorted, link) + upTo(sorted, link)) / 2.0;
    }
    return won / ((double) links.length * negatives.length);
  }

  /** The number of smaller scores. */
  private static int below(float[] sorted, float value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The number of smaller or equal scores. */
  private static int upTo(float[] sorted, float value) {
    return below(sorted, Math.nextUp(value));
  }

  /**
   * Precision averaged over the links, best scores first; tied scores form one step, as in
   * scikit-learn.
   */
  static double averagePrecision(float[] links, float[] negatives) {
    float[] sorted = links.clone();
    float[] others = negatives.clone();
    Arrays.sort(sorted);
    Arrays.sort(others);
    double sum = 0;
    for (float link : sorted) {
      double found = (double) sorted.length - below(sorted, link);
      double seen = found + others.length - below(others, link);
      sum += found / seen;
    }
    return sum / sorted.length;
  }

  /** {@code Σ 1/log₂(place + 1)} of the ideal ranking of a number of links. */
  static double idealGain(int links) {
    double gain = 0;
    for (int place = 0; place < links; place++) {
      gain += gain(place);
    }
    return gain;
  }

  /** The gain of a link at a place, counted from 0. */
  static double gain(int place) {
    return Math.log(2) / Math.log(place + 2.0);
  }
}
