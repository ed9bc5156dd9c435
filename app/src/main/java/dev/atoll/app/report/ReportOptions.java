package dev.atoll.app.report;

import java.util.List;
import java.util.Map;

/**
 * Options of a report.
 *
 * @param columns of the tables in Markdown and LaTeX, by name; if none is named, all in Markdown
 *     and {@link dev.atoll.app.compare.ComparisonColumn#PRINTED} in LaTeX
 * @param notes on each dataset, by its name or folder
 */
public record ReportOptions(List<String> columns, Map<String, List<String>> notes) {
  /** The default: all columns, no notes. */
  public static final ReportOptions NONE = new ReportOptions(List.of(), Map.of());
}
