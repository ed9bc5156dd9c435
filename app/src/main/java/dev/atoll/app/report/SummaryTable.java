package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.log.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All figures of all rows; a click on a heading sorts. */
final class SummaryTable {
  private final List<ComparisonRow> rows;
  private final List<Series> series;
  private final List<Column> columns = new ArrayList<>();

  /** The best value of a column, if there is one. */
  private enum Best {
    HIGH,
    LOW,
    NONE
  }

  private record Column(
      String title,
      ToDoubleFunction<ComparisonRow> value,
      Function<ComparisonRow, String> text,
      Best best) {}

  SummaryTable(List<ComparisonRow> rows, List<Series> series) {
    this.rows = rows;
    this.series = series;
    columns.add(
        new Column("workers", ComparisonRow::workers, row -> "" + row.workers(), Best.NONE));
    String score = rows.getFirst().scoreName();
    if (!score.isEmpty()) {
      columns.add(
          new Column(
              score,
              row -> row.score().mean(),
              r -> ComparisonTable.percent(r.score()),
              Best.HIGH));
    }
    columns.add(
        new Column(
            "loss", row -> row.loss().mean(), r -> ComparisonTable.figures(r.loss()), Best.NONE));
    columns.add(
        new Column(
            "bytes / epoch",
            row -> row.bytes().mean(),
            r -> ComparisonTable.bytes(r.bytes()),
            Best.LOW));
    columns.add(
        new Column(
            "rounds / step",
            row -> row.rounds().mean(),
            row -> Unit.NUMBER.brief(row.rounds().mean()),
            Best.NONE));
    columns.add(
        new Column(
            "s / epoch",
            row -> row.secondsPerEpoch().mean(),
            row -> Units.seconds(row.secondsPerEpoch().mean()),
            Best.LOW));
    columns.add(
        new Column(
            "memory / worker",
            row -> row.memory().mean(),
            r -> ComparisonTable.bytes(r.memory()),
            Best.LOW));
    for (Purpose purpose : ComparisonTable.usedPurposes(rows)) {
      columns.add(
          new Column(
              purpose.label(),
              row -> row.bytes(purpose).mean(),
              row -> Unit.BYTES.precise(row.bytes(purpose).mean()),
              Best.NONE));
    }
    if (rows.stream().anyMatch(row -> row.skippedShare() > 0)) {
      columns.add(
          new Column(
              "skipped",
              ComparisonRow::skippedShare,
              r -> Units.percent(r.skippedShare()),
              Best.NONE));
    }
  }

  MarkupTag draw() {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("recipe"));
    columns.forEach(column -> head.add(MarkupTag.of("th").text(column.title)));
    MarkupTag body = MarkupTag.of("tbody");
    for (int i = 0; i < rows.size(); i++) {
      body.add(line(rows.get(i), series.get(i)));
    }
    return MarkupTag.of("table", "class", "sortable")
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
    columns.forEach(column -> line.add(cell(column, row)));
    return line;
  }

  private MarkupTag cell(Column column, ComparisonRow row) {
    double value = column.value.applyAsDouble(row);
    MarkupTag cell = MarkupTag.of("td", "data-v", Double.toString(value));
    if (isBest(column, value)) {
      cell.with("class", "best");
    }
    return cell.text(column.text.apply(row));
  }

  private boolean isBest(Column column, double value) {
    var all = rows.stream().mapToDouble(column.value).filter(v -> v > 0).summaryStatistics();
    return switch (column.best) {
          case HIGH -> value == all.getMax();
          case LOW -> value == all.getMin();
          case NONE -> false;
        }
        && rows.size() > 1;
  }
}
