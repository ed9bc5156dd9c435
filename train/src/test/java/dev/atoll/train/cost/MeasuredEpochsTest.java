package dev.atoll.train.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MeasuredEpochsTest {
  @Test
  void theFirstEpochsAreLeftOutOfALongRun() {
    assertEquals(List.of(4, 5, 6, 7), MeasuredEpochs.of(List.of(1, 2, 3, 4, 5, 6, 7)));
    assertEquals(List.of(1, 2, 3), MeasuredEpochs.of(List.of(1, 2, 3)));
  }

  @Test
  void theDeviationOfASample() {
    assertEquals(Math.sqrt(2.5), MeasuredEpochs.deviation(DoubleStream.of(1, 2, 3, 4, 5)), 1e-12);
    assertEquals(0, MeasuredEpochs.deviation(DoubleStream.of(7)));
  }

  @Test
  void theMedianIsTheUpperOfTwoInTheMiddle() {
    assertEquals(1, MeasuredEpochs.median(DoubleStream.of(9, 1, 1, 9, 1)));
    assertEquals(9, MeasuredEpochs.median(DoubleStream.of(9, 1, 1, 9)));
    assertEquals(Double.NaN, MeasuredEpochs.median(DoubleStream.empty()));
  }
}
