package dev.atoll.app.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.CurveChart;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** How one run went, or several side by side, epoch by epoch. */
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
        "Loss",
        "Training loss of each epoch.",
        Unit.NUMBER,
        "training loss",
        line -> line.path("loss"));
  }

  /** The validation score of every run. */
  MarkupTag score(String name) {
    return curves(
        capital(name),
        "On the validation nodes.",
        Unit.SHARE,
        "validation " + name,
        line -> line.path("validation").path(name));
  }

  MarkupTag seconds() {
    return curves(
        "Epoch time",
        "Seconds of training by the clock.",
        Unit.SECONDS,
        "seconds per epoch",
        line -> line.path("seconds"));
  }

  MarkupTag bytes() {
    return curves(
        "Bytes",
        "What crosses between workers in an epoch.",
        Unit.BYTES,
        "bytes per epoch",
        line -> line.at("/bytes/total"));
  }

  private MarkupTag curves(
      String heading, String note, Unit unit, String title, Function<JsonNode, JsonNode> figure) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      curves.add(Curve.of(series.get(i), runs.get(i).course(figure), MOST_POINTS));
    }
    return card(heading, note, unit, title, curves);
  }

  /** Scores of one run on all kinds of nodes. */
  static MarkupTag scores(WatchedRun run) {
    String name = run.scoreName();
    List<Curve> curves = new ArrayList<>();
    List<MarkupTag> legend = new ArrayList<>();
    for (String nodes : List.of("validation", "test", "train")) {
      Map<Integer, Double> course = run.course(line -> line.path(nodes).path(name));
      Series its = new Series(curves.size(), nodes);
      if (!course.isEmpty()) {
        curves.add(Curve.of(its, course, MOST_POINTS));
        legend.add(entry(its));
      }
    }
    MarkupTag chart =
        new CurveChart(Unit.SHARE, name, curves).draw(described(name, Unit.SHARE, curves));
    return Page.card(capital(name), "On all nodes of each kind.", Page.legend(legend), chart);
  }

  static MarkupTag entry(Series its) {
    return its.mine(MarkupTag.of("span", "class", "entry")).add(its.swatch()).text(its.label());
  }

  static MarkupTag card(String heading, String note, Unit unit, String title, List<Curve> curves) {
    return Page.card(
        heading, note, new CurveChart(unit, title, curves).draw(described(title, unit, curves)));
  }

  /** The picture for those who hear it: where every line ends. */
  private static String described(String what, Unit unit, List<Curve> curves) {
    StringBuilder text = new StringBuilder(what + " over epochs");
    for (Curve curve : curves) {
      if (!curve.points().isEmpty()) {
        Curve.Point last = curve.points().getLast();
        text.append(
            "; %s %s at epoch %d"
                .formatted(curve.series().label(), unit.precise(last.mean()), last.epoch()));
      }
    }
    return text.toString();
  }

  static String capital(String name) {
    return name.isEmpty() ? "" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
