package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Series;
import dev.atoll.app.compare.ComparisonColumn;
import dev.atoll.app.compare.ComparisonRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table of all figures of all rows; a click on a heading sorts it. */
final class SummaryTable {
  /** Columns whose best cell is highlighted, and whether more is better. */
  private static final Map<String, Boolean> RANKED =
      Map.of("score", true, "bytes", false, "epoch", false, "memory", false);

  /** Ranked columns whose figures vary between equal runs. */
  private static final List<String> VARYING = List.of("score", "epoch");

  private final List<ComparisonRow> rows;
  private final List<Series> series;

  /** The best row of each column; empty without a clear winner. */
  private final Map<ComparisonColumn, Optional<ComparisonRow>> columns = new LinkedHashMap<>();

  SummaryTable(List<ComparisonRow> rows, List<Series> series) {
    this.rows = rows;
    this.series = series;
    ComparisonColumn.of(rows).forEach(column -> columns.put(column, best(column)));
  }

  /** The row to highlight, unless intervals overlap. */
  private Optional<ComparisonRow> best(ComparisonColumn column) {
    List<ComparisonRow> some = rows.stream().filter(row -> column.of(row).mean() > 0).toList();
    if (!RANKED.containsKey(column.name()) || some.size() < 2) {
      return Optional.empty();
    }
    Winner winner = Winner.of(some, column::of, RANKED.get(column.name()));
    boolean repeated = column.of(winner.best()).count() > 1;
    return winner.isClear() && (repeated || !VARYING.contains(column.name()))
        ? Optional.of(winner.best())
        : Optional.empty();
  }

  MarkupTag draw() {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("recipe"));
    head.add(MarkupTag.of("th").text("workers"));
    columns
        .keySet()
        .forEach(column -> head.add(MarkupTag.of("th").text(column.titleWithUnit(rows))));
    MarkupTag body = MarkupTag.of("tbody");
    for (int i = 0; i < rows.size(); i++) {
      body.add(line(rows.get(i), series.get(i)));
    }
    return MarkupTag.of("table", "class", "sortable rows")
        .add(MarkupTag.of("thead").add(head))
        .add(body);
  }

  private MarkupTag line(ComparisonRow row, Series its) {
    MarkupTag name =
        MarkupTag.of("td", "class", "name", "data-v", row.contender().label())
            .add(its.swatch())
            .text(row.contender().recipe());
    if (!row.contender().ownText().isEmpty()) {
      name.add(MarkupTag.of("small").text(row.contender().ownText()));
    }
    if (!row.failures().isEmpty()) {
      name.add(MarkupTag.of("small", "class", "bad").text(row.failures().size() + " failed"));
    }
    MarkupTag line = its.mark(MarkupTag.of("tr")).add(name);
    line.add(cell(row.workers(), "" + row.workers()));
    columns.forEach(
        (column, best) -> {
          MarkupTag cell = cell(column.of(row).mean(), column.plain(row, rows));
          line.add(best.filter(row::equals).isPresent() ? cell.with("class", "best") : cell);
        });
    return line;
  }

  private static MarkupTag cell(double value, String text) {
    return MarkupTag.of("td", "data-v", Double.toString(value)).text(text);
  }
}
