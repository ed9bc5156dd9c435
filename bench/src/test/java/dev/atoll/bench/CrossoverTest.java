package dev.atoll.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.bench.ScaleBenchmark.Crossover;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CrossoverTest {
  private static OptionalDouble from(Map<Double, Double> speeds) {
    return Crossover.of("any", 2, new TreeMap<>(speeds)).fromGbps();
  }

  @Test
  void theSlowestNetworkAboveWhichAllPay() {
    assertEquals(OptionalDouble.of(1), from(Map.of(0.1, 0.5, 1.0, 1.2, 10.0, 1.8)));
    assertEquals(OptionalDouble.of(10), from(Map.of(0.1, 1.1, 1.0, 0.9, 10.0, 1.8)));
    assertEquals(OptionalDouble.empty(), from(Map.of(0.1, 0.5, 10.0, 1.0)));
    assertEquals(OptionalDouble.empty(), from(Map.of()));
  }

  @Test
  void threadsAreSharedOutOrEachWorkersOwn() {
    assertEquals(4, new ScaleBenchmark.Threads(16, false).ofWorker(4));
    assertEquals(1, new ScaleBenchmark.Threads(2, false).ofWorker(4));
    assertEquals(2, new ScaleBenchmark.Threads(2, true).ofWorker(4));
  }
}
