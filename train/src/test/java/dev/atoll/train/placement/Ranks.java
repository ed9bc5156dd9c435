package dev.atoll.train.placement;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Spearman's rank correlation, equal values sharing their mean rank. */
final class Ranks {
  private Ranks() {}

  static double correlation(double[] a, double[] b) {
    double[] x = ranks(a);
    double[] y = ranks(b);
    double mean = (a.length - 1) / 2.0;
    double both = 0;
    double ofX = 0;
    double ofY = 0;
    for (int i = 0; i < a.length; i++) {
      both += (x[i] - mean) * (y[i] - mean);
      ofX += (x[i] - mean) * (x[i] - mean);
      ofY += (y[i] - mean) * (y[i] - mean);
    }
    return both / Math.sqrt(ofX * ofY);
  }

  private static double[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    for (int from = 0, to; from < order.length; from = to) {
      to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0;
      }
    }
    return ranks;
  }
}
