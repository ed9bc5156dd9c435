package dev.atoll.app.report;

import dev.atoll.app.chart.HeatMap;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonRow;
import java.util.List;

/** Traffic between workers, one map per row. */
final class TrafficMaps {
  private TrafficMaps() {}

  /**
   * @param mostCells of all maps together, which limits the size of the page
   */
  static MarkupTag of(List<ComparisonRow> rows, List<Series> series, int mostCells) {
    double most =
        rows.stream()
            .flatMap(row -> row.traffic().stream().flatMap(List::stream))
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    MarkupTag maps = MarkupTag.of("div", "class", "maps");
    int cells = 0;
    int left = 0;
    for (int i = 0; i < rows.size(); i++) {
      int own = rows.get(i).workers() * rows.get(i).workers();
      if (own == 1) {
        continue;
      }
      if (cells + own > mostCells) {
        left++;
        continue;
      }
      cells += own;
      maps.add(map(rows.get(i), series.get(i), most));
    }
    MarkupTag card =
        Page.card(
            "Traffic between workers",
            "Bytes per epoch from the worker at the left to the worker at the top. The darkest cell"
                + " of all maps is "
                + Unit.BYTES.precise(most)
                + ".",
            maps);
    return left == 0
        ? card
        : card.add(
            MarkupTag.of("p", "class", "note")
                .text(
                    left
                        + " more maps would be too large for a page; comparison.json has their"
                        + " numbers."));
  }

  private static MarkupTag map(ComparisonRow row, Series its, double most) {
    return its.mark(MarkupTag.of("figure"))
        .add(HeatMap.draw(its, row.traffic(), most))
        .add(MarkupTag.of("figcaption").add(its.swatch()).text(its.label()));
  }
}
