package dev.atoll.train.evaluate;

import dev.atoll.train.event.Scores;
import dev.atoll.train.metric.Metrics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The score that the user chose, put first. All workers ask together.
 *
 * @param name of the score; empty for the usual one
 */
record SelectedMetric(String name, NodeCounts counts) {
  /** The labelled rows of a worker. */
  interface Rows {
    int count();

    int classOf(int row);

    int predicted(int row);

    double probability(int row, int label);
  }

  Map<String, Double> first(Map<String, Double> scores, int classes, Rows rows) {
    if (name.isEmpty()) {
      return scores;
    }
    var chosen = new LinkedHashMap<String, Double>();
    chosen.put(name, scores.containsKey(name) ? scores.get(name) : of(classes, rows));
    scores.forEach(chosen::putIfAbsent);
    return chosen;
  }

  private double of(int classes, Rows rows) {
    long[] own = new long[3 * classes];
    for (int i = 0; i < rows.count(); i++) {
      boolean right = rows.classOf(i) == rows.predicted(i);
      own[3 * rows.classOf(i) + (right ? 0 : 2)]++;
      own[3 * rows.predicted(i) + 1] += right ? 0 : 1;
    }
    long[] all = counts.sums(own, true);
    int[] present =
        IntStream.range(0, classes).filter(c -> all[3 * c] + all[3 * c + 2] > 0).toArray();
    if (name.equals(Scores.F1_MACRO)) {
      return IntStream.of(present)
          .mapToDouble(
              c ->
                  Metrics.f1((double) all[3 * c], (double) all[3 * c + 1], (double) all[3 * c + 2]))
          .average()
          .orElse(0);
    }
    if (!name.equals(Scores.AVERAGE_PRECISION)) {
      throw new IllegalArgumentException(
          "select.metric=%s: expected a score of this dataset; auc is for two classes"
              .formatted(name));
    }
    if (present.length == 2) {
      boolean first = nodes(all, present[0]) <= nodes(all, present[1]);
      return precision(present[first ? 0 : 1], rows);
    }
    double sum = 0;
    for (int label : present) {
      sum += precision(label, rows) / present.length;
    }
    return sum;
  }

  private static long nodes(long[] all, int label) {
    return all[3 * label] + all[3 * label + 2];
  }

  private double precision(int label, Rows rows) {
    return counts.ofRanks(
        rows.count(),
        i -> rows.probability(i, label),
        i -> rows.classOf(i) == label,
        Metrics::averagePrecision);
  }
}
