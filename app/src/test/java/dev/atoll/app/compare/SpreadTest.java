package dev.atoll.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void meanDeviationAndMedian() {
    Spread spread = Spread.of(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
    assertEquals(8, spread.count());
    assertEquals(5, spread.mean());
    assertEquals(Math.sqrt(32.0 / 7), spread.deviation(), 1e-12);
    assertEquals(4.5, spread.median());
    assertEquals(3, Spread.of(List.of(9.0, 1.0, 3.0)).median());
  }

  @Test
  void oneFigureDoesNotDeviate() {
    assertEquals(new Spread(1, 0.5, 0, 0.5), Spread.of(List.of(0.5)));
  }

  @Test
  void noFiguresAreAMistake() {
    assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
  }

  @Test
  void asPeopleReadThem() {
    assertEquals("81.5 ± 0.4 %", ComparisonTable.percent(new Spread(3, 0.815, 0.004, 0.81)));
    assertEquals("81.5 %", ComparisonTable.percent(new Spread(1, 0.815, 0, 0.815)));
    assertEquals("1.50 ± 0.25 KiB", ComparisonTable.bytes(new Spread(3, 1536, 256, 1536)));
    assertEquals("1.50 KiB", ComparisonTable.bytes(new Spread(3, 1536, 1, 1536)));
    assertEquals("0 B", ComparisonTable.bytes(new Spread(3, 0, 0, 0)));
    assertEquals("2.54 ± 0.20 s", ComparisonTable.seconds(new Spread(3, 2.54, 0.202, 2.5)));
    assertEquals("14.9 ± 0.30 ms", ComparisonTable.seconds(new Spread(3, 0.0149, 3e-4, 0.015)));
    assertEquals("125 ± 12.0 s", ComparisonTable.seconds(new Spread(3, 125, 12, 120)));
    assertEquals("2 min 5 s", ComparisonTable.seconds(new Spread(1, 125, 0, 125)));
    assertEquals("0.41 ± 0.01", ComparisonTable.figures(new Spread(3, 0.41, 0.01, 0.4)));
  }
}
