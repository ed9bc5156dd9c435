package dev.atoll.app.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AxisScaleTest {
  private static AxisScale linear(Unit unit, double... values) {
    return AxisScale.linear(unit, DoubleStream.of(values).summaryStatistics(), 0, 100);
  }

  private static List<String> texts(AxisScale scale) {
    return scale.ticks().stream().map(scale.unit()::brief).toList();
  }

  @Test
  void linearTicksAreRoundAndHoldAllValues() {
    assertEquals(List.of("0", "0.5", "1", "1.5", "2"), texts(linear(Unit.NUMBER, 0, 1.9)));
    assertEquals(
        List.of("78 %", "79 %", "80 %", "81 %", "82 %"), texts(linear(Unit.SHARE, 0.788, 0.817)));
    assertEquals(
        List.of("0 B", "2 MiB", "4 MiB", "6 MiB"), texts(linear(Unit.BYTES, 0, 5.9 * 1024 * 1024)));
    assertEquals(List.of("0 s", "20 ms", "40 ms", "60 ms"), texts(linear(Unit.SECONDS, 0, 0.058)));
  }

  @Test
  void bytesOfAnAxisHaveOneUnit() {
    double mib = 1024 * 1024;
    assertEquals(
        List.of("0 MiB", "0.5 MiB", "1 MiB", "1.5 MiB"), linear(Unit.BYTES, 0, 1.4 * mib).labels());
    assertEquals(
        List.of("0 MiB", "256 MiB", "512 MiB", "768 MiB"),
        linear(Unit.BYTES, 0, 750 * mib).labels());
  }

  @Test
  void ticksOfASmallRangeHaveEnoughFigures() {
    assertEquals(
        List.of("1.92", "1.925", "1.93", "1.935", "1.94", "1.945"),
        linear(Unit.NUMBER, 1.9212, 1.9441).labels());
    assertEquals(
        List.of("81.2 %", "81.25 %", "81.3 %", "81.35 %", "81.4 %"),
        linear(Unit.SHARE, 0.812, 0.814).labels());
    for (Unit unit : Unit.values()) {
      List<String> labels = linear(unit, 123_456, 123_460).labels();
      assertEquals(labels.size(), labels.stream().distinct().count(), labels.toString());
    }
  }

  @Test
  void oneValueHasRoomAroundIt() {
    for (double value : new double[] {0, 1, -3, 1e-9, 1e12}) {
      AxisScale scale = linear(Unit.NUMBER, value);
      assertTrue(scale.ticks().size() > 1, "ticks of " + value);
      assertTrue(scale.at(value) >= 0 && scale.at(value) <= 100, "place of " + value);
    }
    assertTrue(linear(Unit.NUMBER).ticks().size() > 1);
  }

  @Test
  void valuesFarApartAreLogarithmicAndZeroHasItsPlace() {
    double[] bytes = {0, 1000, 1e6, 1e9};
    AxisScale scale = AxisScale.fromZero(Unit.BYTES, bytes, 0, 100);
    assertTrue(scale instanceof AxisScale.Logarithmic);
    assertEquals("0 B", texts(scale).getFirst());
    for (int i = 1; i < bytes.length; i++) {
      assertTrue(scale.at(bytes[i]) > scale.at(bytes[i - 1]) + 3, "order of places");
      assertTrue(scale.at(bytes[i]) <= 100);
    }
    assertTrue(scale.ticks().size() <= 9, () -> texts(scale).toString());
    assertTrue(
        AxisScale.fromZero(Unit.BYTES, new double[] {0, 0}, 0, 100) instanceof AxisScale.Linear);
    assertTrue(
        AxisScale.fromZero(Unit.BYTES, new double[] {5, 9}, 0, 100) instanceof AxisScale.Linear);
  }

  @Test
  void textIsEscapedAndTagsAreClosed() {
    MarkupTag tag =
        MarkupTag.of("p", "title", "\"a\" & b").text("1 < 2\u0000").add(MarkupTag.of("br"));
    assertEquals("<p title=\"&quot;a&quot; &amp; b\">1 &lt; 2<br/></p>", tag.toString());
    assertEquals("12.3", MarkupTag.number(12.345));
    assertEquals("12", MarkupTag.number(12.02));
  }
}
