package dev.atoll.app.report;

import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.CurveChart;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.FinishedRun;
import dev.atoll.app.compare.Spread;
import dev.atoll.recipe.run.EpochLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** Charts of runs over epochs. */
final class HistoryCharts {
  private static final int MOST_POINTS = 240;
  private static final int LEAST_POINTS = 12;

  private final List<ComparisonRow> rows;
  private final List<Series> series;
  private final int points;

  /**
   * @param points of all lines of a chart together, which limits the size of the page
   */
  HistoryCharts(List<ComparisonRow> rows, List<Series> series, int points) {
    this.rows = rows;
    this.series = series;
    this.points = points;
  }

  MarkupTag loss() {
    return Page.card(
        "Loss",
        "Training loss of each epoch, mean over seeds; bands are one deviation.",
        new CurveChart(Unit.NUMBER, "training loss", curves((_, line) -> line.loss()))
            .draw("loss over epochs"));
  }

  MarkupTag score() {
    String name = rows.getFirst().scoreName();
    return Page.card(
        capital(name),
        "On the validation nodes, mean over seeds; bands are one deviation.",
        new CurveChart(Unit.SHARE, "validation " + name, curves(FinishedRun::validation))
            .draw(name + " over epochs"));
  }

  /** The chart of the score against seconds of training. */
  MarkupTag scoreOverSeconds() {
    return scoreOver("time", "seconds of training", Unit.SECONDS, "seconds", EpochLine::seconds);
  }

  /** The chart of the score against bytes between workers. */
  MarkupTag scoreOverBytes() {
    return scoreOver("bytes", "bytes between workers", Unit.BYTES, "bytes", EpochLine::totalBytes);
  }

  private MarkupTag scoreOver(
      String heading, String what, Unit unit, String title, ToDoubleFunction<EpochLine> cost) {
    String name = rows.getFirst().scoreName();
    List<Curve> byEpoch = curves(FinishedRun::validation);
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Map<Integer, Double> spent = spent(rows.get(i), cost);
      curves.add(
          new Curve(
              series.get(i),
              byEpoch.get(i).points().stream()
                  .map(p -> new Curve.Point(spent.get((int) p.x()), p.mean(), p.deviation()))
                  .toList()));
    }
    return Page.card(
        "%s to %s".formatted(capital(heading), name),
        "%s on the validation nodes against %s until then, means over seeds."
            .formatted(capital(name), what),
        new CurveChart(unit, title, Unit.SHARE, "validation " + name, curves)
            .draw(name + " over " + what));
  }

  /** The cost of all epochs up to one: the mean over the runs that reached it. */
  private static Map<Integer, Double> spent(ComparisonRow row, ToDoubleFunction<EpochLine> cost) {
    var byEpoch = new TreeMap<Integer, List<Double>>();
    for (FinishedRun run : row.runs()) {
      double sum = 0;
      for (EpochLine line : run.epochs()) {
        sum += cost.applyAsDouble(line);
        byEpoch.computeIfAbsent(line.epoch(), _ -> new ArrayList<>()).add(sum);
      }
    }
    Map<Integer, Double> spent = new LinkedHashMap<>();
    byEpoch.forEach((epoch, sums) -> spent.put(epoch, Spread.of(sums).mean()));
    return spent;
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private List<Curve> curves(ToDoubleBiFunction<FinishedRun, EpochLine> figure) {
    int most = Math.clamp(points / rows.size(), LEAST_POINTS, MOST_POINTS);
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<Map<Integer, Double>> runs =
          rows.get(i).runs().stream().map(run -> history(run, figure)).toList();
      curves.add(Curve.thinned(series.get(i), means(runs), most));
    }
    return curves;
  }

  /** Means over runs, which may end at different epochs. */
  private static List<Curve.Point> means(List<Map<Integer, Double>> runs) {
    var byEpoch = new TreeMap<Integer, List<Double>>();
    for (Map<Integer, Double> run : runs) {
      run.forEach(
          (epoch, value) -> byEpoch.computeIfAbsent(epoch, _ -> new ArrayList<>()).add(value));
    }
    List<Curve.Point> points = new ArrayList<>();
    byEpoch.forEach(
        (epoch, values) -> {
          Spread spread = Spread.of(values);
          points.add(new Curve.Point(epoch, spread.mean(), spread.deviation()));
        });
    return points;
  }

  private static Map<Integer, Double> history(
      FinishedRun run, ToDoubleBiFunction<FinishedRun, EpochLine> figure) {
    Map<Integer, Double> byEpoch = new LinkedHashMap<>();
    for (EpochLine line : run.epochs()) {
      double value = figure.applyAsDouble(run, line);
      if (Double.isFinite(value)) {
        byEpoch.put(line.epoch(), value);
      }
    }
    return byEpoch;
  }
}
