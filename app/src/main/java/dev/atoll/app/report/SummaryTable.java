package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonColumn;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Spread;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.log.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A table of all figures of all rows; a click on a heading sorts it. */
final class SummaryTable {
  private final List<ComparisonRow> rows;
  private final List<Series> series;
  private final List<Column> columns = new ArrayList<>();

  /**
   * A column.
   *
   * @param best the winning row, if any
   */
  private record Column(
      String title,
      ToDoubleFunction<ComparisonRow> value,
      Function<ComparisonRow, String> text,
      Optional<ComparisonRow> best) {}

  private void add(
      String title, ToDoubleFunction<ComparisonRow> value, Function<ComparisonRow, String> text) {
    columns.add(new Column(title, value, text, Optional.empty()));
  }

  /** Adds a column whose best cell is highlighted, unless intervals overlap. */
  private void addRanked(
      String title,
      Function<ComparisonRow, Spread> figure,
      Function<Spread, String> text,
      boolean high,
      boolean varies) {
    List<ComparisonRow> some = rows.stream().filter(row -> figure.apply(row).mean() > 0).toList();
    Optional<Winner> winner =
        some.size() < 2 ? Optional.empty() : Optional.of(Winner.of(some, figure, high));
    columns.add(
        new Column(
            title,
            row -> figure.apply(row).mean(),
            row -> text.apply(figure.apply(row)),
            winner
                .filter(Winner::isClear)
                .map(Winner::best)
                .filter(best -> !varies || figure.apply(best).count() > 1)));
  }

  SummaryTable(List<ComparisonRow> rows, List<Series> series) {
    this.rows = rows;
    this.series = series;
    add("workers", ComparisonRow::workers, row -> "" + row.workers());
    String score = rows.getFirst().scoreName();
    if (!score.isEmpty()) {
      addRanked(score, ComparisonRow::score, ComparisonTable::percent, true, true);
    }
    add("loss", row -> row.loss().mean(), row -> ComparisonTable.figures(row.loss()));
    addRanked("bytes / epoch", ComparisonRow::bytes, ComparisonTable::bytes, false, false);
    add("rounds / step", row -> row.rounds().mean(), row -> Unit.NUMBER.brief(row.rounds().mean()));
    if (rows.stream().anyMatch(row -> row.steps().mean() > 0)) {
      add("steps / epoch", row -> row.steps().mean(), row -> Unit.NUMBER.brief(row.steps().mean()));
    }
    addRanked("s / epoch", ComparisonRow::secondsPerEpoch, ComparisonTable::seconds, false, true);
    addRanked("memory / worker", ComparisonRow::memory, ComparisonTable::bytes, false, false);
    for (Purpose purpose : ComparisonColumn.usedPurposes(rows)) {
      add(
          purpose.label(),
          row -> row.bytes(purpose).mean(),
          row -> Unit.BYTES.precise(row.bytes(purpose).mean()));
    }
    if (rows.stream().anyMatch(row -> row.skipped().mean() > 0)) {
      add("skipped", row -> row.skipped().mean(), row -> Units.percent(row.skipped().mean()));
    }
  }

  MarkupTag draw() {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("recipe"));
    columns.forEach(column -> head.add(MarkupTag.of("th").text(column.title)));
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
    columns.forEach(column -> line.add(cell(column, row)));
    return line;
  }

  private MarkupTag cell(Column column, ComparisonRow row) {
    double value = column.value.applyAsDouble(row);
    MarkupTag cell = MarkupTag.of("td", "data-v", Double.toString(value));
    if (column.best.filter(best -> best.equals(row)).isPresent()) {
      cell.with("class", "best");
    }
    return cell.text(column.text.apply(row));
  }
}
