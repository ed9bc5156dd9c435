package dev.atoll.app.plan.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.tensor.cpu.CpuBackend;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

public class SpeedTest {
  /** A machine on which every unit of work takes as long. */
  public static Speed even(double rate) {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      rates.put(work, Collections.nCopies(Reach.values().length, rate));
    }
    return new Speed(rates);
  }

  @Test
  void workTakesAsLongAsItsRateSays() {
    var tally = new WorkCounts();
    tally.add(ShapedCall.any(Work.PRODUCTS, Reach.FAR), 30);
    tally.add(ShapedCall.any(Work.ROWS, Reach.NEAR), 8);
    assertEquals(4, even(10).coreSeconds(tally), 1e-12);
    assertEquals(30, tally.take().of(Work.PRODUCTS, Reach.FAR));
    assertEquals(0, even(10).coreSeconds(tally));
  }

  @Test
  void theMiddleOfSeveralIsTaken() {
    assertEquals(even(2), Speed.median(List.of(even(9), even(1), even(2))));
  }

  @Test
  void whatIsWrittenIsReadAndWhatIsDamagedIsNot() {
    Speed speed = even(3);
    assertEquals(Optional.of(speed), Speed.read(speed.json()));
    Map<String, List<Double>> damaged = new LinkedHashMap<>(speed.json());
    damaged.put("products", List.of(1.0));
    assertEquals(Optional.empty(), Speed.read(damaged));
    damaged.remove("products");
    assertEquals(Optional.empty(), Speed.read(damaged));
  }

  @Test
  @Timeout(180)
  void aDeviceThatFailsEndsTheMeasurement() {
    var opened = new AtomicInteger();
    var failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                Calibration.of(
                    () -> {
                      if (opened.getAndIncrement() == 0) {
                        throw new UnsupportedOperationException("no such device");
                      }
                      return CpuBackend.open(1);
                    }));
    assertTrue(failure.getMessage().contains("no such device"), failure.getMessage());
  }

  @Test
  @Tag("slow")
  void everyKindOfWorkIsMeasured() {
    Speed speed = Calibration.of(() -> CpuBackend.open(1));
    assertTrue(
        Arrays.stream(Work.values())
            .allMatch(
                work ->
                    speed.perCore().get(work).stream()
                        .allMatch(rate -> rate > 0 && Double.isFinite(rate))),
        speed.toString());
  }
}
