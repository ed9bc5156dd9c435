package dev.atoll.app.compare;

import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison on one dataset as a table in a terminal: one row per contender, one unit per column,
 * columns without content left out.
 *
 * <pre>
 *   recipe      workers  accuracy (%)  loss           bytes/epoch (MiB)  rounds  epoch (ms)  memory (MiB)
 *   single            1    81.5 ± 0.4  0.410 ± 0.010                  0       0        12.1          14.1
 *   fastsample        2    81.2 ± 0.6  0.420 ± 0.020               1.20    2.00        14.9          9.80
 * </pre>
 */
public final class ComparisonTable {
  private static final double UNSEEN = 5e-3;
  private static final double KIBI = 1024;

  private ComparisonTable() {}

  /** The named columns; all if none is named. */
  public static Table of(ComparisonResult result, List<String> names) {
    List<ComparisonRow> rows = result.finished();
    List<ComparisonColumn> columns = columns(rows, names);
    List<String> titles = new ArrayList<>(List.of("recipe", "workers"));
    columns.forEach(column -> titles.add(column.titleWithUnit(rows)));
    Table table = Table.of(titles.toArray(String[]::new));
    for (ComparisonRow row : result.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.contender().label(), "" + row.workers()));
      if (row.isEmpty()) {
        cells.add("failed");
      } else {
        columns.forEach(column -> cells.add(column.plain(row, rows)));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  /** The named columns; all if none is named. */
  public static List<ComparisonColumn> columns(List<ComparisonRow> rows, List<String> names) {
    return ComparisonColumn.chosen(ComparisonColumn.of(rows), names);
  }

  /** Formats seconds: {@code "14.9 ± 0.3 ms"}, both in the unit of the mean. */
  public static String seconds(Spread spread) {
    double mean = spread.mean();
    if (spread.count() == 1) {
      return Units.seconds(mean);
    }
    double unit = mean < 1e-3 ? 1e-6 : mean < 1 ? 1e-3 : 1;
    return "%s ± %s %s"
        .formatted(
            Units.number(mean / unit),
            Units.number(spread.deviation() / unit),
            unit == 1 ? "s" : unit == 1e-3 ? "ms" : "µs");
  }

  /** Formats bytes: {@code "6.26 ± 0.32 MiB"}; omits a deviation below three significant digits. */
  public static String bytes(Spread spread) {
    String mean = Units.bytes(Math.round(spread.mean()));
    if (!isSeen(spread)) {
      return mean;
    }
    String deviation = Units.number(spread.deviation() / unit(spread.mean()));
    return mean.replace(" ", " ± " + deviation + " ");
  }

  /** Whether a deviation shows in three significant digits of the mean. */
  static boolean isSeen(Spread spread) {
    return spread.deviation() > spread.mean() * UNSEEN;
  }

  /** The largest power of 1024 that is not above a number of bytes. */
  private static double unit(double bytes) {
    double unit = 1;
    while (unit * KIBI <= bytes) {
      unit *= KIBI;
    }
    return unit;
  }

  /** Formats a share: {@code "81.5 ± 0.4 %"}; a dash if no node is scored. */
  public static String percent(Spread spread) {
    if (Double.isNaN(spread.mean())) {
      return "–";
    }
    return spread.count() == 1
        ? Units.percent(spread.mean())
        : Units.percent(spread.mean()).replace(" %", "")
            + " ± "
            + Units.percent(spread.deviation());
  }

  /** Formats a number: {@code "0.412 ± 0.013"}. */
  public static String figures(Spread spread) {
    String mean = Units.number(spread.mean());
    return spread.count() == 1 ? mean : mean + " ± " + Units.number(spread.deviation());
  }
}
