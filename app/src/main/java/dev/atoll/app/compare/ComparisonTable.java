package dev.atoll.app.compare;

import dev.atoll.comm.Purpose;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.cost.RowReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A comparison on one dataset as a table in a terminal: one row per contender, columns without
 * content left out.
 *
 * <pre>
 *   recipe      workers  accuracy      loss           bytes     rounds  epoch    memory
 *   single            1  81.5 ± 0.4 %  0.41 ± 0.01         0 B     0     12.1 ms  14.1 MiB
 *   fastsample        2  81.2 ± 0.6 %  0.42 ± 0.02    1.2 MiB     2     14.9 ms   9.8 MiB
 * </pre>
 */
public final class ComparisonTable {
  private static final double UNSEEN = 5e-3;
  private static final double KIBI = 1024;

  private ComparisonTable() {}

  private record Column(String title, Function<ComparisonRow, String> cell) {}

  public static Table of(ComparisonResult result) {
    List<ComparisonRow> rows = result.finished();
    List<Column> columns = columns(rows);
    Table table = Table.of(columns.stream().map(Column::title).toArray(String[]::new));
    for (ComparisonRow row : result.rows()) {
      table.row(
          row.isEmpty()
              ? new String[] {row.contender().label(), "" + row.workers(), "failed"}
              : columns.stream().map(column -> column.cell.apply(row)).toArray(String[]::new));
    }
    return table;
  }

  private static List<Column> columns(List<ComparisonRow> rows) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("recipe", row -> row.contender().label()));
    columns.add(new Column("workers", row -> Integer.toString(row.workers())));
    String score = rows.isEmpty() ? "" : rows.getFirst().scoreName();
    columns.add(new Column(score.isEmpty() ? "score" : score, row -> percent(row.score())));
    if (rows.stream().allMatch(row -> row.validation().isPresent())) {
      columns.add(new Column("validation", row -> percent(row.validation().orElseThrow())));
    }
    columns.add(new Column("loss", row -> figures(row.loss())));
    columns.add(new Column("bytes/epoch", row -> bytes(row.bytes())));
    for (Purpose purpose : usedPurposes(rows)) {
      columns.add(new Column(purpose.label(), row -> mean(row.bytes(purpose))));
    }
    if (rows.stream().anyMatch(row -> row.skippedShare() > 0)) {
      columns.add(new Column("skipped", row -> Units.percent(row.skippedShare())));
    }
    addReads("peer rows", RowReads::peer, rows, columns);
    addReads("host rows", RowReads::host, rows, columns);
    columns.add(new Column("rounds", row -> Units.number(row.rounds().mean())));
    columns.add(new Column("CPUs", row -> Units.number(row.cpuUse().mean())));
    columns.add(new Column("epoch", row -> seconds(row.secondsPerEpoch())));
    columns.add(new Column("memory", row -> bytes(row.memory())));
    return columns;
  }

  /** Adds a column of reads where any row has them. */
  private static void addReads(
      String title, ToLongFunction<RowReads> tier, List<ComparisonRow> rows, List<Column> columns) {
    if (rows.stream().anyMatch(row -> row.reads(tier).mean() > 0)) {
      columns.add(new Column(title, row -> Units.count(Math.round(row.reads(tier).mean()))));
    }
  }

  /** The purposes for which any row sends bytes. */
  public static List<Purpose> usedPurposes(List<ComparisonRow> rows) {
    return Arrays.stream(Purpose.values())
        .filter(purpose -> rows.stream().anyMatch(row -> row.bytes(purpose).mean() > 0))
        .toList();
  }

  /** {@code "14.9 ± 0.3 ms"}. */
  public static String seconds(Spread spread) {
    String mean = Units.seconds(spread.mean());
    return spread.count() == 1 ? mean : mean + " ± " + Units.seconds(spread.deviation());
  }

  private static String mean(Spread bytes) {
    return Units.bytes(Math.round(bytes.mean()));
  }

  /** {@code "6.26 ± 0.32 MiB"}; a deviation that three figures would not show is left out. */
  public static String bytes(Spread spread) {
    String mean = Units.bytes(Math.round(spread.mean()));
    if (spread.deviation() <= spread.mean() * UNSEEN) {
      return mean;
    }
    String deviation = Units.number(spread.deviation() / unit(spread.mean()));
    return mean.replace(" ", " ± " + deviation + " ");
  }

  /** The largest of 1, 1024, 1024² … that is not above a number of bytes. */
  private static double unit(double bytes) {
    double unit = 1;
    while (unit * KIBI <= bytes) {
      unit *= KIBI;
    }
    return unit;
  }

  /** {@code "81.5 ± 0.4 %"}; a dash where no node is scored. */
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

  /** {@code "0.412 ± 0.013"}. */
  public static String figures(Spread spread) {
    String mean = Units.number(spread.mean());
    return spread.count() == 1 ? mean : mean + " ± " + Units.number(spread.deviation());
  }
}
