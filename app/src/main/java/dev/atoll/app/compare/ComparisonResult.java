package dev.atoll.app.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a comparison.
 *
 * @param leftOut contenders that could not take part, and why
 */
public record ComparisonResult(
    Comparison comparison, List<ComparisonRow> rows, Map<Contender, String> leftOut) {
  /** The results of each dataset, by the dataset's name or folder. */
  public Map<String, ComparisonResult> byData() {
    Map<String, List<ComparisonRow>> rowsByData = new LinkedHashMap<>();
    rows.forEach(row -> rowsByData.computeIfAbsent(row.data(), _ -> new ArrayList<>()).add(row));
    Map<String, ComparisonResult> byData = new LinkedHashMap<>();
    rowsByData.forEach(
        (data, own) -> byData.put(data, new ComparisonResult(comparison, own, leftOut)));
    return byData;
  }

  /** Rows with at least one finished run. */
  public List<ComparisonRow> finished() {
    return rows.stream().filter(row -> !row.isEmpty()).toList();
  }

  public List<FinishedRun> runs() {
    return rows.stream().flatMap(row -> row.runs().stream()).toList();
  }

  public long failures() {
    return rows.stream().mapToLong(row -> row.failures().size()).sum();
  }
}
