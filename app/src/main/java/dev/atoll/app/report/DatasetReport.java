package dev.atoll.app.report;

import dev.atoll.app.chart.CostCharts;
import dev.atoll.app.chart.Costs;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.ScatterChart;
import dev.atoll.app.chart.ScatterChart.Point;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Target;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section of a report on one dataset: the main findings, the table, the charts. */
final class DatasetReport {
  /**
   * The largest number of points of a chart's lines, over all datasets, which limits the size of
   * the page.
   */
  private static final int POINTS = 4800;

  /** The largest number of cells of all traffic maps. */
  private static final int CELLS = 6000;

  private final List<ComparisonRow> rows;
  private final List<Series> series;
  private final double share;

  /** The charts; filled when they are drawn. */
  private final List<MarkupTag> cards = new ArrayList<>();

  /**
   * @param rows at least one, each with a finished run
   * @param series of the rows
   * @param share of the page that is theirs
   */
  DatasetReport(List<ComparisonRow> rows, List<Series> series, double share) {
    this.rows = rows;
    this.series = series;
    this.share = share;
  }

  List<MarkupTag> sections() {
    return List.of(
        Highlights.of(rows),
        Page.section("Summary", summary()),
        Page.section("Cost and quality", charts()),
        Page.section("Training history", history()));
  }

  /** The charts as files of their own, by name; available after {@link #sections}. */
  Map<String, String> chartFiles() {
    return ChartFiles.of(cards);
  }

  private MarkupTag summary() {
    return MarkupTag.of("div", "class", "card")
        .add(
            MarkupTag.of("p", "class", "note")
                .text(
                    "Mean ± deviation over seeds, of means over epochs without the first three of"
                        + " more than six. A click on a heading sorts; pointing at a row lights it"
                        + " up in all charts."))
        .add(MarkupTag.of("div", "class", "scroll").add(new SummaryTable(rows, series).draw()));
  }

  private MarkupTag charts() {
    CostCharts costs = new CostCharts(costs());
    List<MarkupTag> own = new ArrayList<>();
    if (isScored()) {
      own.add(scatter());
    }
    own.add(costs.seconds());
    if (talks()) {
      own.add(costs.bytes());
    }
    own.add(costs.memory());
    if (talks()) {
      own.add(TrafficMaps.of(rows, series, (int) (CELLS * share)).with("data-wide", "yes"));
    }
    cards.addAll(own);
    return MarkupTag.of("div", "class", "grid").add(own);
  }

  private boolean talks() {
    return rows.stream().anyMatch(row -> row.bytes().mean() > 0);
  }

  /** Whether any node has a label, so that scores exist. */
  private boolean isScored() {
    return !rows.getFirst().scoreName().isEmpty();
  }

  private List<Costs> costs() {
    List<Costs> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ComparisonRow row = rows.get(i);
      Map<Phase, Double> phases = new EnumMap<>(Phase.class);
      Map<Purpose, Double> bytes = new EnumMap<>(Purpose.class);
      for (Phase phase : Phase.values()) {
        phases.put(phase, row.phase(phase).mean());
      }
      for (Purpose purpose : Purpose.values()) {
        bytes.put(purpose, row.bytes(purpose).mean());
      }
      double seconds = row.secondsPerEpoch().mean();
      all.add(new Costs(series.get(i), seconds, phases, bytes, row.memoryByWorker()));
    }
    return all;
  }

  private MarkupTag scatter() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ComparisonRow row = rows.get(i);
      String tip =
          "%s\n%s %s\n%s per epoch"
              .formatted(
                  row.label(),
                  row.scoreName(),
                  ComparisonTable.percent(row.score()),
                  Unit.BYTES.precise(row.bytes().mean()));
      points.add(
          new Point(
              series.get(i),
              row.bytes().mean(),
              row.score().mean(),
              row.bytes().deviation(),
              row.score().deviation(),
              tip));
    }
    String name = rows.getFirst().scoreName();
    return Page.card(
        "Bytes against " + name,
        "Up and to the left is better. Bars are one deviation over seeds.",
        new ScatterChart(Unit.BYTES, "bytes per epoch", Unit.SHARE, "test " + name, points)
            .draw("bytes against " + name));
  }

  private MarkupTag history() {
    HistoryCharts charts = new HistoryCharts(rows, series, (int) (POINTS * share));
    List<MarkupTag> legend = new ArrayList<>();
    for (Series one : series) {
      legend.add(
          one.mark(MarkupTag.of("span", "class", "entry")).add(one.swatch()).text(one.label()));
    }
    List<MarkupTag> curves = new ArrayList<>();
    curves.add(charts.loss());
    Optional<Target> target = isScored() ? Target.of(rows) : Optional.empty();
    if (isScored()) {
      curves.add(charts.score());
    }
    if (target.isPresent()) {
      curves.add(charts.scoreOverSeconds());
      if (talks()) {
        curves.add(charts.scoreOverBytes());
      }
    }
    cards.addAll(curves);
    MarkupTag grid = MarkupTag.of("div", "class", "grid").add(curves);
    target.ifPresent(
        reached -> grid.add(TargetTable.of(reached, rows, series).with("data-wide", "yes")));
    return MarkupTag.of("div")
        .add(Page.legend(legend))
        .add(grid)
        .add(ProvenanceSection.runs(rows, series));
  }
}
