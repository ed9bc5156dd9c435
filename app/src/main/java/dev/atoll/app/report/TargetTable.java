package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Spread;
import dev.atoll.app.compare.Target;
import dev.atoll.recipe.log.Units;
import java.util.List;

/** A table of the epochs, time and bytes in which every row reaches a score that all reach. */
final class TargetTable {
  private TargetTable() {}

  static MarkupTag of(Target target, List<ComparisonRow> rows, List<Series> series) {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("recipe"));
    for (String title : List.of("epochs", "seconds", "bytes")) {
      head.add(MarkupTag.of("th").text(title));
    }
    MarkupTag body = MarkupTag.of("tbody");
    for (int i = 0; i < rows.size(); i++) {
      ComparisonRow row = rows.get(i);
      body.add(
          series
              .get(i)
              .mark(MarkupTag.of("tr"))
              .add(
                  MarkupTag.of("td", "class", "name", "data-v", row.label())
                      .add(series.get(i).swatch())
                      .text(row.label()))
              .add(cell(target.epochs(row), ComparisonTable.figures(target.epochs(row))))
              .add(cell(target.seconds(row), ComparisonTable.seconds(target.seconds(row))))
              .add(cell(target.bytes(row), ComparisonTable.bytes(target.bytes(row)))));
    }
    String score = rows.getFirst().scoreName();
    return Page.card(
        "Cost to reach %s of %s".formatted(score, Units.percent(target.score())),
        "The highest %s on the validation nodes that every run reaches: epochs, seconds of training"
                .formatted(score)
            + " and bytes between workers until then, mean ± deviation over seeds.",
        MarkupTag.of("table", "class", "sortable rows")
            .add(MarkupTag.of("thead").add(head))
            .add(body));
  }

  private static MarkupTag cell(Spread spread, String text) {
    return MarkupTag.of("td", "data-v", Double.toString(spread.mean())).text(text);
  }
}
