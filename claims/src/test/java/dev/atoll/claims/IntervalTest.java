package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.compare.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
  /** Mean 3, deviation √2.5; by tables t is 2.776 for four degrees of freedom. */
  @Test
  void theIntervalIsOfTheMean() {
    Interval interval = Interval.of(Spread.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0)));
    assertEquals(3 - 1.963, interval.low(), 5e-4);
    assertEquals(3 + 1.963, interval.high(), 5e-4);
  }

  /** Quantiles of printed tables, also beyond the one in the code. */
  @ParameterizedTest
  @CsvSource({"2, 12.706", "3, 4.303", "5, 2.776", "31, 2.042", "32, 2.040", "61, 2.000"})
  void quantilesAreThoseOfStudent(int count, double quantile) {
    Interval interval = Interval.of(new Spread(count, 0, Math.sqrt(count), 0));
    assertEquals(quantile, interval.high(), 6e-4);
    assertEquals(-interval.high(), interval.low());
  }

  @Test
  void aSingleRepetitionIsExact() {
    Interval interval = Interval.of(Spread.of(List.of(7.0)));
    assertEquals(new Interval(7, 7), interval);
    assertTrue(interval.contains(7));
    assertFalse(interval.contains(7.1));
  }
}
