package dev.atoll.app.dashboard;

import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.CurveChart;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.recipe.run.EpochLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Charts of one run, or of several side by side, over epochs. */
final class HistoryCards {
  private static final int MOST_POINTS = 400;

  private final List<WatchedRun> runs;
  private final List<Series> series;

  HistoryCards(List<WatchedRun> runs) {
    this.runs = runs;
    this.series =
        IntStream.range(0, runs.size()).mapToObj(i -> new Series(i, runs.get(i).name())).toList();
  }

  List<Series> series() {
    return series;
  }

  /** The training loss of every run. */
  MarkupTag loss() {
    return curves(
        "Loss", "Training loss of each epoch.", Unit.NUMBER, "training loss", EpochLine::loss);
  }

  /** The validation score of every run. */
  MarkupTag score(String name) {
    return curves(
        capital(name),
        "On the validation nodes.",
        Unit.SHARE,
        "validation " + name,
        line -> score(line, ScoredNodes.VALIDATION, name));
  }

  MarkupTag seconds() {
    return curves(
        "Epoch time",
        "Seconds of training by the clock.",
        Unit.SECONDS,
        "seconds per epoch",
        EpochLine::seconds);
  }

  MarkupTag bytes() {
    return curves(
        "Bytes",
        "Traffic between workers in an epoch.",
        Unit.BYTES,
        "bytes per epoch",
        EpochLine::totalBytes);
  }

  private MarkupTag curves(
      String heading, String note, Unit unit, String title, ToDoubleFunction<EpochLine> figure) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      curves.add(Curve.of(series.get(i), runs.get(i).history(figure), MOST_POINTS));
    }
    return card(heading, note, unit, title, curves);
  }

  /** Scores of one run on all kinds of nodes. */
  static MarkupTag scores(WatchedRun run) {
    String name = run.scoreName();
    List<Curve> curves = new ArrayList<>();
    List<MarkupTag> legend = new ArrayList<>();
    for (ScoredNodes nodes : List.of(ScoredNodes.VALIDATION, ScoredNodes.TEST, ScoredNodes.TRAIN)) {
      Map<Integer, Double> history = run.history(line -> score(line, nodes, name));
      Series its = new Series(curves.size(), nodes.label());
      if (!history.isEmpty()) {
        curves.add(Curve.of(its, history, MOST_POINTS));
        legend.add(entry(its));
      }
    }
    MarkupTag chart =
        new CurveChart(Unit.SHARE, name, curves).draw(described(name, Unit.SHARE, curves));
    return Page.card(capital(name), "On all nodes of each kind.", Page.legend(legend), chart);
  }

  private static double score(EpochLine line, ScoredNodes nodes, String name) {
    return line.scores(nodes).getOrDefault(name, Double.NaN);
  }

  static MarkupTag entry(Series its) {
    return its.mark(MarkupTag.of("span", "class", "entry")).add(its.swatch()).text(its.label());
  }

  static MarkupTag card(String heading, String note, Unit unit, String title, List<Curve> curves) {
    return Page.card(
        heading, note, new CurveChart(unit, title, curves).draw(described(title, unit, curves)));
  }

  /** The text alternative of the chart: the last value of every line. */
  private static String described(String what, Unit unit, List<Curve> curves) {
    StringBuilder text = new StringBuilder(what + " over epochs");
    for (Curve curve : curves) {
      if (!curve.points().isEmpty()) {
        Curve.Point last = curve.points().getLast();
        text.append(
            "; %s %s at epoch %.0f"
                .formatted(curve.series().label(), unit.precise(last.mean()), last.x()));
      }
    }
    return text.toString();
  }

  static String capital(String name) {
    return name.isEmpty() ? "" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
