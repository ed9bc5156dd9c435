package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.Labels;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.ClassReport.ClassScores;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The score that the user chose, put first. */
final class SelectedMetric {
  private SelectedMetric() {}

  static Map<String, Double> first(
      String selected, Map<String, Double> scores, Supplier<ClassReport> report) {
    if (selected.isEmpty()) {
      return scores;
    }
    var chosen = new LinkedHashMap<String, Double>();
    chosen.put(
        selected, scores.containsKey(selected) ? scores.get(selected) : of(selected, report));
    scores.forEach(chosen::putIfAbsent);
    return chosen;
  }

  private static double of(String selected, Supplier<ClassReport> report) {
    List<ClassScores> classes =
        report.get().classes().stream().filter(scores -> scores.nodes() > 0).toList();
    if (selected.equals(Scores.F1_MACRO)) {
      return classes.stream().mapToDouble(ClassScores::f1).average().orElse(0);
    }
    if (!selected.equals(Scores.AVERAGE_PRECISION)) {
      throw new IllegalArgumentException(
          "select.metric=%s: expected a score of this dataset; auc is for two classes"
              .formatted(selected));
    }
    return classes.size() == 2
        ? classes.stream()
            .min(Comparator.comparingLong(ClassScores::nodes))
            .orElseThrow()
            .averagePrecision()
        : classes.stream().mapToDouble(ClassScores::averagePrecision).average().orElse(0);
  }

  /** The labels of rows of outputs, by row. */
  static Labels.Single ofRows(Labels.Single labels, long[] ids) {
    MemorySegment byRow = MemorySegment.ofArray(new int[ids.length]);
    for (int row = 0; row < ids.length; row++) {
      byRow.set(JAVA_INT_UNALIGNED, (long) row * Integer.BYTES, labels.of(ids[row]));
    }
    return new Labels.Single(ids.length, labels.classes(), byRow);
  }
}
