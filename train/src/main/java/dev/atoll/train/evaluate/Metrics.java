package dev.atoll.train.evaluate;

import java.util.Arrays;

/** Scores of predictions, as scikit-learn and OGB define them. */
final class Metrics {
  private Metrics() {}

  /** The area under the ROC curve; ties count half. NaN when one class is missing. */
  static double auc(double[] score, boolean[] positive) {
    Integer[] order = ascending(score);
    double positives = 0;
    double rankSum = 0;
    for (int i = 0; i < order.length; ) {
      int end = i;
      while (end < order.length && score[order[end]] == score[order[i]]) {
        end++;
      }
      double rank = (i + end + 1) / 2.0;
      for (; i < end; i++) {
        if (positive[order[i]]) {
          positives++;
          rankSum += rank;
        }
      }
    }
    double negatives = order.length - positives;
    return (rankSum - positives * (positives + 1) / 2) / (positives * negatives);
  }

  /**
   * Precision averaged over recall steps, best scores first; tied scores form one step. NaN without
   * positives.
   */
  static double averagePrecision(double[] score, boolean[] positive) {
    Integer[] order = ascending(score);
    double found = 0;
    double seen = 0;
    double sum = 0;
    for (int i = order.length - 1; i >= 0; ) {
      double foundBefore = found;
      double current = score[order[i]];
      for (; i >= 0 && score[order[i]] == current; i--) {
        seen++;
        found += positive[order[i]] ? 1 : 0;
      }
      sum += (found - foundBefore) * found / seen;
    }
    return sum / found;
  }

  /**
   * F1 from counts of true positives, false positives and false negatives; 0 where nothing was
   * there to find.
   */
  static double f1(double hit, double wrong, double missed) {
    return hit == 0 ? 0 : 2 * hit / (2 * hit + wrong + missed);
  }

  private static Integer[] ascending(double[] score) {
    Integer[] order = new Integer[score.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(score[a], score[b]));
    return order;
  }
}
