package dev.atoll.app.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurveChartTest {
  private static Curve curve(int number, int epochs) {
    return new Curve(
        new Series(number, "row " + number),
        IntStream.rangeClosed(1, epochs)
            .mapToObj(epoch -> new Curve.Point(epoch, 1.0 / epoch, 0))
            .toList());
  }

  private static String chart(int epochs) {
    return new CurveChart(Unit.NUMBER, "loss", List.of(curve(0, epochs), curve(5, epochs)))
        .draw("loss")
        .toString();
  }

  /** Both have the same marker: one circle of each must not be under one of the other. */
  @Test
  void equalCurvesDoNotHideEachOther() {
    for (int epochs : new int[] {6, 50, 240}) {
      CurveChart both =
          new CurveChart(Unit.NUMBER, "loss", List.of(curve(0, epochs), curve(1, epochs)));
      String svg = both.draw("loss").toString();
      Set<String> circles = places(svg, "<circle [^>]*cx=\"([0-9.]+)\"");
      Set<String> squares = places(svg, "<polygon [^>]*points=\"([0-9.]+),");
      assertTrue(!circles.isEmpty() && !squares.isEmpty(), svg);
      Set<String> shared = new HashSet<>(circles);
      shared.retainAll(squares);
      assertEquals(Set.of(), shared, "markers in one place");
    }
  }

  private static Set<String> places(String svg, String pattern) {
    return Pattern.compile(pattern)
        .matcher(svg)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void theLastTickIsBelowTheEndOfTheAxis() {
    String end = MarkupTag.number(PlotFrame.RIGHT);
    assertTrue(
        Pattern.compile("<text text-anchor=\"middle\" x=\"%s\"[^>]*>6</text>".formatted(end))
            .matcher(chart(6))
            .find(),
        chart(6));
  }
}
