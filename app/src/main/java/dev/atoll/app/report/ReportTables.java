package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonColumn;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.SettingDifferences;
import dev.atoll.app.compare.Spread;
import dev.atoll.app.compare.Target;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.RowReads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of a comparison for other programs: CSV with full numbers, Markdown with those of the
 * terminal, LaTeX with the columns that fit on a page of print.
 */
final class ReportTables {
  private ReportTables() {}

  /**
   * The CSV: one line per row; means and deviations in columns of their own, in seconds and bytes.
   */
  static String csv(ComparisonResult result) {
    List<Map<String, String>> lines = new ArrayList<>();
    for (ComparisonResult own : result.byData().values()) {
      Optional<Target> target = Target.of(own.finished());
      SettingDifferences differences = SettingDifferences.of(own);
      own.finished().forEach(row -> lines.add(cells(row, differences.of(row.contender()), target)));
    }
    Set<String> columns = new LinkedHashSet<>();
    lines.forEach(cells -> columns.addAll(cells.keySet()));
    StringBuilder csv = new StringBuilder(String.join(",", columns)).append("\r\n");
    for (Map<String, String> cells : lines) {
      csv.append(
          columns.stream()
              .map(column -> quoted(cells.getOrDefault(column, "")))
              .collect(Collectors.joining(",")));
      csv.append("\r\n");
    }
    return csv.toString();
  }

  private static Map<String, String> cells(
      ComparisonRow row, String differing, Optional<Target> target) {
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("data", row.data());
    cells.put("recipe", row.contender().recipe());
    cells.put("settings", (row.contender().ownText() + " " + differing).strip());
    cells.put("preset", row.preset());
    cells.put("workers", Integer.toString(row.workers()));
    cells.put("seeds", Integer.toString(row.runs().size()));
    cells.put("score", row.scoreName());
    put(cells, "score", row.score());
    put(cells, "loss", row.loss());
    put(cells, "bytes_per_epoch", row.bytes());
    for (Purpose purpose : Purpose.values()) {
      put(cells, "bytes_per_epoch_" + purpose.label(), row.bytes(purpose));
    }
    put(cells, "rounds_per_step", row.rounds());
    put(cells, "seconds_per_epoch", row.secondsPerEpoch());
    put(cells, "cpus", row.cpuUse());
    put(cells, "memory_bytes", row.memory());
    row.validation().ifPresent(spread -> put(cells, "validation", spread));
    put(cells, "steps_per_epoch", row.steps());
    put(cells, "skipped_broadcasts", row.skipped());
    put(cells, "max_age", row.maxAge());
    put(cells, "local_rows", row.reads(RowReads::local));
    put(cells, "peer_rows", row.reads(RowReads::peer));
    put(cells, "host_rows", row.reads(RowReads::host));
    target.ifPresent(
        reached -> {
          cells.put("target_validation", Double.toString(reached.score()));
          put(cells, "epochs_to_target", reached.epochs(row));
          put(cells, "seconds_to_target", reached.seconds(row));
          put(cells, "bytes_to_target", reached.bytes(row));
        });
    return cells;
  }

  private static void put(Map<String, String> cells, String name, Spread spread) {
    cells.put(name + "_mean", number(spread.mean()));
    cells.put(name + "_deviation", number(spread.deviation()));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }

  private static String quoted(String cell) {
    return cell.matches("(?s).*[,\"\r\n].*") ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
  }

  /** The Markdown: a table per dataset, under its name if there are several. */
  static String markdown(ComparisonResult result, List<String> columns) {
    Map<String, ComparisonResult> byData = result.byData();
    List<String> tables = new ArrayList<>();
    byData.forEach(
        (data, own) ->
            tables.add(
                (byData.size() > 1 ? "**" + data + "**\n\n" : "") + markdownTable(own, columns)));
    return String.join("\n", tables);
  }

  private static String markdownTable(ComparisonResult result, List<String> columns) {
    List<List<String>> rows = ComparisonTable.of(result, columns).cells();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      List<String> cells = rows.get(i).stream().map(cell -> cell.replace("|", "\\|")).toList();
      text.append("| ").append(String.join(" | ", cells)).append(" |\n");
      if (i == 0) {
        text.append("|---|").append("---:|".repeat(cells.size() - 1)).append('\n');
      }
    }
    SettingDifferences differences = SettingDifferences.of(result);
    if (!differences.isEmpty()) {
      text.append("\nSettings that differ between rows: ").append(differences.line()).append('\n');
    }
    return text.toString();
  }

  /** The LaTeX, for the package booktabs: a table per dataset. */
  static String latex(ComparisonResult result, List<String> columns) {
    List<String> lines = new ArrayList<>(List.of("% \\usepackage{booktabs}"));
    result.byData().forEach((data, own) -> lines.addAll(latexTable(data, own, columns)));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> latexTable(String data, ComparisonResult result, List<String> names) {
    List<ComparisonRow> rows = result.finished();
    List<ComparisonColumn> columns =
        ComparisonTable.columns(rows, names.isEmpty() ? ComparisonColumn.PRINTED : names);
    List<String> lines = new ArrayList<>();
    lines.add("\\begin{table}");
    lines.add("\\centering");
    lines.add("\\caption{" + tex(caption(data, result)) + "}");
    lines.add("\\begin{tabular}{l" + "r".repeat(columns.size() + 1) + "}");
    lines.add("\\toprule");
    lines.add(
        line(
            Stream.of("recipe", "workers"),
            columns.stream().map(column -> column.titleWithUnit(rows))));
    lines.add("\\midrule");
    for (ComparisonRow row : rows) {
      lines.add(
          line(
              Stream.of(row.contender().label(), "" + row.workers()),
              columns.stream().map(column -> column.plain(row, rows))));
    }
    lines.add("\\bottomrule");
    lines.add("\\end{tabular}");
    lines.add("\\end{table}");
    return lines;
  }

  private static String line(Stream<String> first, Stream<String> rest) {
    return Stream.concat(first, rest).map(ReportTables::tex).collect(Collectors.joining(" & "))
        + " \\\\";
  }

  private static String caption(String data, ComparisonResult result) {
    SettingDifferences differences = SettingDifferences.of(result);
    String text =
        "Recipes on %s: mean ± deviation over %d seeds."
            .formatted(data, result.comparison().seeds().size());
    return differences.isEmpty()
        ? text
        : text + " Settings that differ: " + differences.line() + ".";
  }

  private static String tex(String cell) {
    return cell.replaceAll("[\\\\{}~^]", " ")
        .replaceAll("[&%$#_]", "\\\\$0")
        .replace("±", "$\\pm$")
        .replace("×", "$\\times$")
        .replace("·", "$\\cdot$")
        .replace("–", "--")
        .replace("µ", "$\\mu$");
  }
}
