package dev.atoll.app.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScatterChartTest {
  private static final Pattern NAME =
      Pattern.compile(
          "<text text-anchor=\"start\" x=\"([0-9.]+)\" y=\"([0-9.]+)\" class=\"name\">(.*?)<");

  private static List<MatchResult> names(List<ScatterChart.Point> points) {
    String svg =
        new ScatterChart(Unit.BYTES, "bytes", Unit.SHARE, "accuracy", points).draw("").toString();
    return NAME.matcher(svg).results().toList();
  }

  private static ScatterChart.Point point(int number, double x, double y) {
    Series series = new Series(number, "recipe-number-" + number + " · 2 workers");
    return new ScatterChart.Point(series, x, y, 0, 0.02, "");
  }

  @Test
  void pointsInTheSamePlaceAreAllNamed() {
    List<ScatterChart.Point> points = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      points.add(point(i, 380_000 + i / 4, 0.75));
    }
    points.add(point(8, 100_000, 0.7));
    List<MatchResult> names = names(points);
    assertEquals(9, names.size());
    for (MatchResult a : names) {
      for (MatchResult b : names) {
        double across = Math.abs(number(a, 1) - number(b, 1));
        double down = Math.abs(number(a, 2) - number(b, 2));
        assertTrue(a == b || across > 150 || down >= 12.9, a.group() + " and " + b.group());
      }
    }
  }

  private static double number(MatchResult found, int group) {
    return Double.parseDouble(found.group(group));
  }
}
