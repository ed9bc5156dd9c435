package dev.atoll.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.compare.FinishedRun;
import dev.atoll.app.compare.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** How runs went, epoch by epoch. */
final class CourseCharts {
  /** Points of all lines of a chart together, for the size of the page. */
  private static final int POINTS = 8000;

  private static final int MOST_POINTS = 240;
  private static final int LEAST_POINTS = 12;

  private final List<Row> rows;
  private final List<Series> series;

  CourseCharts(List<Row> rows, List<Series> series) {
    this.rows = rows;
    this.series = series;
  }

  Tag loss() {
    return Page.card(
        "Loss",
        "Training loss of each epoch, mean over seeds; bands are one deviation.",
        new CurveChart(
                Unit.NUMBER, "training loss", curves((_, line) -> line.path("loss").asDouble()))
            .draw("loss over epochs"));
  }

  Tag score() {
    String name = rows.getFirst().scoreName();
    return Page.card(
        Character.toUpperCase(name.charAt(0)) + name.substring(1),
        "On the validation nodes, mean over seeds; bands are one deviation.",
        new CurveChart(Unit.SHARE, "validation " + name, curves(FinishedRun::validation))
            .draw(name + " over epochs"));
  }

  private List<Curve> curves(ToDoubleBiFunction<FinishedRun, JsonNode> figure) {
    int most = Math.clamp(POINTS / rows.size(), LEAST_POINTS, MOST_POINTS);
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<Map<Integer, Double>> runs =
          rows.get(i).runs().stream().map(run -> course(run, figure)).toList();
      curves.add(Curve.of(series.get(i), runs, most));
    }
    return curves;
  }

  private static Map<Integer, Double> course(
      FinishedRun run, ToDoubleBiFunction<FinishedRun, JsonNode> figure) {
    Map<Integer, Double> byEpoch = new LinkedHashMap<>();
    for (JsonNode line : run.epochs()) {
      double value = figure.applyAsDouble(run, line);
      if (Double.isFinite(value)) {
        byEpoch.put(line.path("epoch").asInt(), value);
      }
    }
    return byEpoch;
  }
}
