package dev.atoll.app.report;

import dev.atoll.app.chart.CostCharts;
import dev.atoll.app.chart.Costs;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.ScatterChart;
import dev.atoll.app.chart.ScatterChart.Point;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Target;
import dev.atoll.comm.Purpose;
import dev.atoll.files.AtomicFile;
import dev.atoll.recipe.run.RunResult;
import dev.atoll.train.cost.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report of a comparison: one page with everything in it. */
public final class ComparisonReport {
  private final ComparisonResult result;
  private final List<ComparisonRow> rows;
  private final List<Series> series = new ArrayList<>();

  /** The charts, once the page is drawn. */
  private final List<MarkupTag> cards = new ArrayList<>();

  private ComparisonReport(ComparisonResult result) {
    this.result = result;
    this.rows = result.finished();
    for (ComparisonRow row : rows) {
      series.add(new Series(series.size(), row.label()));
    }
  }

  /**
   * Writes the page, and beside it the table as {@code table.csv}, {@code .md} and {@code .tex},
   * and every chart in {@code charts/}; each file whole or not at all.
   */
  public static void write(ComparisonResult result, Path file) throws IOException {
    ComparisonReport report = new ComparisonReport(result);
    AtomicFile.write(file, report.html());
    if (!report.rows.isEmpty()) {
      AtomicFile.write(file.resolveSibling("table.csv"), ReportTables.csv(result));
      AtomicFile.write(file.resolveSibling("table.md"), ReportTables.markdown(result));
      AtomicFile.write(file.resolveSibling("table.tex"), ReportTables.latex(result));
      Path charts = file.resolveSibling("charts");
      for (Map.Entry<String, String> chart : ChartFiles.of(report.cards).entrySet()) {
        AtomicFile.write(charts.resolve(chart.getKey()), chart.getValue());
      }
    }
  }

  private String html() {
    Page page = new Page("Atoll: " + datasets() + " compared");
    page.add(header());
    if (!result.leftOut().isEmpty() || result.failures() > 0) {
      page.add(problems());
    }
    if (!rows.isEmpty()) {
      page.add(Highlights.of(rows));
      page.add(Page.section("Summary", summary()));
      page.add(Page.section("Cost and quality", charts()));
      page.add(Page.section("Training history", history()));
      page.add(Page.section("Commands", ProvenanceSection.commands(rows, series)));
      page.add(Page.section("Origin", origin()));
    }
    return page.html();
  }

  private MarkupTag header() {
    long runs = result.runs().size();
    String facts =
        "%s · %s · %d rows, %d runs, seeds %s"
            .formatted(datasets(), values(RunResult::model), rows.size(), runs, seeds());
    return MarkupTag.of("header")
        .add(
            MarkupTag.of("div")
                .add(MarkupTag.of("h1").text("Comparison of recipes"))
                .add(MarkupTag.of("p").text(facts)))
        .add(Page.themeButton());
  }

  private String datasets() {
    return values(RunResult::dataset);
  }

  /** All values of a field of the results. */
  private String values(Function<RunResult, String> field) {
    return result.runs().stream()
        .map(run -> field.apply(run.result()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String seeds() {
    return result.comparison().seeds().stream()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private MarkupTag problems() {
    MarkupTag list = MarkupTag.of("ul");
    result
        .rows()
        .forEach(
            row ->
                row.failures()
                    .forEach(
                        (seed, why) ->
                            list.add(
                                problem(
                                    "%s, seed %d failed: %s".formatted(row.label(), seed, why)))));
    result
        .leftOut()
        .forEach((contender, why) -> list.add(problem(contender.label() + " left out: " + why)));
    return MarkupTag.of("div", "class", "problems").add(list);
  }

  private static MarkupTag problem(String text) {
    return MarkupTag.of("li").text(text);
  }

  private MarkupTag summary() {
    return MarkupTag.of("div", "class", "card")
        .add(
            MarkupTag.of("p", "class", "note")
                .text(
                    "Mean ± deviation over seeds; seconds are medians. A click on a heading sorts;"
                        + " pointing at a row lights it up in all charts."))
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
      own.add(TrafficMaps.of(rows, series).with("data-wide", "yes"));
    }
    cards.addAll(own);
    return MarkupTag.of("div", "class", "grid").add(own);
  }

  private boolean talks() {
    return rows.stream().anyMatch(row -> row.bytes().mean() > 0);
  }

  /** Whether any node has a label to be scored by. */
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
    HistoryCharts charts = new HistoryCharts(rows, series);
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

  private MarkupTag origin() {
    return MarkupTag.of("div", "class", "grid")
        .add(
            Page.card(
                "Machine and build",
                "The build, machine and settings behind the figures.",
                ProvenanceSection.provenance(result)))
        .add(
            Page.card(
                "What was asked for",
                "As comparison.yaml has it.",
                ProvenanceSection.settings(result)));
  }
}
