package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The row with the best mean of a figure, and its rivals: rows whose interval of one deviation
 * around the mean overlaps with its own. The row has won only if there are no rivals.
 */
record Winner(ComparisonRow best, List<ComparisonRow> rivals) {
  /**
   * The winner among at least one row.
   *
   * @param high whether more is better
   */
  static Winner of(List<ComparisonRow> rows, Function<ComparisonRow, Spread> figure, boolean high) {
    Comparator<ComparisonRow> byMean = Comparator.comparingDouble(row -> figure.apply(row).mean());
    ComparisonRow best = rows.stream().max(high ? byMean : byMean.reversed()).orElseThrow();
    return new Winner(
        best,
        rows.stream()
            .filter(row -> !row.equals(best) && overlap(figure.apply(row), figure.apply(best)))
            .toList());
  }

  private static boolean overlap(Spread a, Spread b) {
    return Math.abs(a.mean() - b.mean()) <= a.deviation() + b.deviation();
  }

  boolean isClear() {
    return rivals.isEmpty();
  }
}
