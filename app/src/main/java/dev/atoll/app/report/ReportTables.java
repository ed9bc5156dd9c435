package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Spread;
import dev.atoll.app.compare.Target;
import dev.atoll.comm.Purpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table of a comparison for other programs: CSV with full numbers, Markdown and LaTeX with
 * those of the terminal.
 */
final class ReportTables {
  private ReportTables() {}

  /** One line per row; means and deviations in columns of their own, in seconds and bytes. */
  static String csv(ComparisonResult result) {
    List<Map<String, String>> lines = new ArrayList<>();
    for (ComparisonResult own : result.byData().values()) {
      Optional<Target> target = Target.of(own.finished());
      own.finished().forEach(row -> lines.add(cells(row, target)));
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

  private static Map<String, String> cells(ComparisonRow row, Optional<Target> target) {
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("data", row.data());
    cells.put("recipe", row.contender().recipe());
    cells.put("settings", row.contender().ownText());
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

  /** A table for each dataset, below its name where there are several. */
  static String markdown(ComparisonResult result) {
    Map<String, ComparisonResult> byData = result.byData();
    List<String> tables = new ArrayList<>();
    byData.forEach(
        (data, own) ->
            tables.add((byData.size() > 1 ? "**" + data + "**\n\n" : "") + markdownTable(own)));
    return String.join("\n", tables);
  }

  private static String markdownTable(ComparisonResult result) {
    List<List<String>> rows = ComparisonTable.of(result).cells();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      List<String> cells = rows.get(i).stream().map(cell -> cell.replace("|", "\\|")).toList();
      text.append("| ").append(String.join(" | ", cells)).append(" |\n");
      if (i == 0) {
        text.append("|---|").append("---:|".repeat(cells.size() - 1)).append('\n');
      }
    }
    return text.toString();
  }

  /** For the package booktabs; a table for each dataset. */
  static String latex(ComparisonResult result) {
    Map<String, ComparisonResult> byData = result.byData();
    List<String> lines = new ArrayList<>();
    lines.add("% \\usepackage{booktabs}");
    byData.forEach(
        (data, own) -> {
          if (byData.size() > 1) {
            lines.add("% " + data);
          }
          lines.addAll(latexTable(own));
        });
    return String.join("\n", lines) + "\n";
  }

  private static List<String> latexTable(ComparisonResult result) {
    List<List<String>> rows = ComparisonTable.of(result).cells();
    List<String> lines = new ArrayList<>();
    lines.add("\\begin{tabular}{l" + "r".repeat(rows.getFirst().size() - 1) + "}");
    lines.add("\\toprule");
    for (int i = 0; i < rows.size(); i++) {
      lines.add(String.join(" & ", rows.get(i).stream().map(ReportTables::tex).toList()) + " \\\\");
      if (i == 0) {
        lines.add("\\midrule");
      }
    }
    lines.add("\\bottomrule");
    lines.add("\\end{tabular}");
    return lines;
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
