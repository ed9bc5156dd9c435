package dev.atoll.train.metric;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Scores of predictions, as scikit-learn and OGB define them. A score that is NaN has no rank: all
 * methods throw a {@link NanScoreException} for it.
 */
public final class Metrics {
  private Metrics() {}

  /** The area under the ROC curve; NaN when one class is missing. */
  public static double auc(double[] score, boolean[] positive) {
    return auc(select(score, positive, true), select(score, positive, false));
  }

  /** The area under the ROC curve of positive and negative pairs. */
  public static double auc(float[] positives, float[] negatives) {
    return auc(widened(positives), widened(negatives));
  }

  /** The share of (positive, negative) in which the positive scores higher; ties count half. */
  private static double auc(double[] positives, double[] negatives) {
    requireNumbers(positives);
    double[] sorted = ascending(negatives);
    double won = 0;
    for (double positive : positives) {
      won += (below(sorted, positive, false) + below(sorted, positive, true)) / 2.0;
    }
    return won / ((double) positives.length * negatives.length);
  }

  /** Precision averaged over the positives, tied scores as one step. NaN without positives. */
  public static double averagePrecision(double[] score, boolean[] positive) {
    return averagePrecision(select(score, positive, true), select(score, positive, false), true);
  }

  /** The average precision of positive and negative pairs. */
  public static double averagePrecision(float[] positives, float[] negatives) {
    return averagePrecision(widened(positives), widened(negatives), false);
  }

  /**
   * @param bestFirst the order of the sum, which shows in its last bits
   */
  private static double averagePrecision(
      double[] positives, double[] negatives, boolean bestFirst) {
    double[] sorted = ascending(positives);
    double[] others = ascending(negatives);
    double sum = 0;
    for (int i = 0; i < sorted.length; i++) {
      double positive = sorted[bestFirst ? sorted.length - 1 - i : i];
      double found = (double) sorted.length - below(sorted, positive, false);
      double seen = found + others.length - below(others, positive, false);
      sum += found / seen;
    }
    return sum / sorted.length;
  }

  /**
   * F1 from counts of true positives, false positives and false negatives; 0 where nothing was
   * there to find.
   */
  public static double f1(double hit, double wrong, double missed) {
    return hit == 0 ? 0 : 2 * hit / (2 * hit + wrong + missed);
  }

  /** {@code Σ 1/log₂(rank + 1)} of the best possible list with this many hits. */
  public static double idealGain(int hits) {
    double gain = 0;
    for (int place = 0; place < hits; place++) {
      gain += gain(place);
    }
    return gain;
  }

  /** The discounted gain of a hit at a rank, the first being 0. */
  public static double gain(int place) {
    return StrictMath.log(2) / StrictMath.log(place + 2.0);
  }

  /** The score itself. */
  public static float requireNumber(float score) {
    if (Float.isNaN(score)) {
      throw new NanScoreException();
    }
    return score;
  }

  private static void requireNumbers(double[] scores) {
    for (double score : scores) {
      if (Double.isNaN(score)) {
        throw new NanScoreException();
      }
    }
  }

  private static double[] select(double[] score, boolean[] positive, boolean which) {
    return IntStream.range(0, score.length)
        .filter(i -> positive[i] == which)
        .mapToDouble(i -> score[i])
        .toArray();
  }

  private static double[] widened(float[] scores) {
    return IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).toArray();
  }

  private static double[] ascending(double[] scores) {
    requireNumbers(scores);
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** The number of values smaller than the given one, or equal to it if ties count. */
  private static int below(double[] sorted, double value, boolean ties) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value || (ties && sorted[middle] == value)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
