package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Spread;
import dev.atoll.app.compare.Target;
import dev.atoll.comm.Purpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of a comparison for other programs: CSV with full numbers, Markdown and LaTeX with
 * those of the terminal.
 */
final class ReportTables {
  private ReportTables() {}

  /** One line per row; means and deviations in columns of their own, in seconds and bytes. */
  static String csv(ComparisonResult result) {
    List<ComparisonRow> rows = result.finished();
    Optional<Target> target = Target.of(rows);
    StringBuilder csv = new StringBuilder();
    for (ComparisonRow row : rows) {
      Map<String, String> cells = cells(row, target);
      if (csv.isEmpty()) {
        csv.append(String.join(",", cells.keySet())).append("\r\n");
      }
      csv.append(String.join(",", cells.values().stream().map(ReportTables::quoted).toList()));
      csv.append("\r\n");
    }
    return csv.toString();
  }

  private static Map<String, String> cells(ComparisonRow row, Optional<Target> target) {
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("recipe", row.contender().recipe());
    cells.put("settings", row.contender().ownText());
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

  static String markdown(ComparisonResult result) {
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

  /** For the package booktabs. */
  static String latex(ComparisonResult result) {
    List<List<String>> rows = ComparisonTable.of(result).cells();
    List<String> lines = new ArrayList<>();
    lines.add("% \\usepackage{booktabs}");
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
    return String.join("\n", lines) + "\n";
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
