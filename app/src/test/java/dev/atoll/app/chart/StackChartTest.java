package dev.atoll.app.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.chart.StackChart.Epoch;
import dev.atoll.app.chart.StackChart.Layer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackChartTest {
  private static final List<Layer> LAYERS = List.of(new Layer("c0", "low"), new Layer("c1", "up"));

  private static String drawn(int epochs, IntToDoubleFunction height) {
    List<Epoch> all =
        IntStream.rangeClosed(1, epochs)
            .mapToObj(e -> new Epoch(e, List.of(height.applyAsDouble(e), height.applyAsDouble(e))))
            .toList();
    return new StackChart(Unit.SECONDS, "seconds", LAYERS, all).draw("described").toString();
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  @Test
  void everyEpochIsAColumnOfItsLayers() {
    String chart = drawn(7, epoch -> epoch);
    assertEquals(14, count(chart, "<rect"));
    assertTrue(
        chart.contains("epoch 7&#10;7.00 s  low&#10;7.00 s  up&#10;14.0 s  together"), chart);
    assertFalse(chart.contains("class=\"cut\""), chart);
  }

  @Test
  void manyEpochsShareColumns() {
    String chart = drawn(1001, _ -> 1);
    assertTrue(count(chart, "<rect") <= 200, "columns");
    assertTrue(chart.contains("epochs 1 to 11, mean"), chart);
    assertTrue(chart.contains("epochs 991 to 1001, mean"), "the last");
  }

  @Test
  void aSlowFirstEpochIsCutAndToldInFull() {
    String chart = drawn(30, epoch -> epoch == 1 ? 50 : 1);
    assertEquals(1, count(chart, "class=\"cut\""));
    assertTrue(chart.contains("1 min 40 s  together"), chart);
  }

  @Test
  void nothingAndZeroAreDrawnToo() {
    assertFalse(drawn(0, _ -> 0).contains("NaN"));
    assertFalse(drawn(1, _ -> 0).contains("NaN"));
  }
}
