package dev.atoll.app.plan.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.plan.kernel.ShapedCall.Crew;
import dev.atoll.app.plan.kernel.Work.Reach;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelTimesTest {
  private static ShapedCall call(String kernel, long rows) {
    return new ShapedCall(
        kernel, Work.ELEMENTS, Reach.NEAR, new Crew(1, 2), ShapedCall.shape(rows, 16));
  }

  private static KernelTimes knowing(ShapedCall call, double amount, double seconds) {
    var times = new KernelTimes();
    for (int i = 0; i < 256; i++) {
      times.add(call, amount, seconds);
    }
    return times;
  }

  @Test
  void aCallIsWantedUntilItWasDoneOftenEnough() {
    var times = new KernelTimes();
    ShapedCall quick = call("add", 100);
    for (int i = 0; i < 256; i++) {
      assertTrue(times.wants(quick));
      times.add(quick, 1, 1e-6);
    }
    assertFalse(times.wants(quick));
    ShapedCall slow = call("add", 1 << 20);
    times.add(slow, 1, 2);
    assertTrue(times.wants(slow));
    times.add(slow, 1, 2);
    assertFalse(times.wants(slow));
  }

  /** Code gets faster while it is run. */
  @Test
  void aCallIsWantedAsLongAsItGetsFaster() {
    var times = new KernelTimes();
    ShapedCall call = call("add", 1 << 16);
    for (int i = 0; i < 20; i++) {
      times.add(call, 1, Math.pow(0.8, i));
      assertTrue(times.wants(call));
    }
    for (int i = 0; i < 20; i++) {
      times.add(call, 1, 0.005);
    }
    assertFalse(times.wants(call));
    assertEquals(0.005, times.seconds(call, 1, 1).orElseThrow(), 1e-12);
  }

  /** Times of shapes that occurred only before the code was compiled are not used. */
  @Test
  void callsFromBeforeAKernelIsCompiledCountOnlyWhereThereAreNoOthers() {
    var times = new KernelTimes();
    ShapedCall often = call("spmm", 1 << 16);
    ShapedCall once = call("spmm", 1 << 15);
    times.add(once, 10, 0.5);
    assertEquals(0.5, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
    times.add(often, 20, 1);
    assertEquals(0.5, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
    times.add(often, 20, 0.02);
    assertEquals(0.02, times.seconds(often, 1, 20).orElseThrow(), 1e-12);
    assertEquals(0.01, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
    times.add(once, 10, 0.03);
    assertEquals(0.03, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
  }

  /** A kernel of little work may be compiled before it has run for long. */
  @Test
  void fewCallsOfABriefKernelCountOnlyWhereThereAreNotMany() {
    var times = new KernelTimes();
    ShapedCall once = call("fill", 1 << 9);
    times.add(once, 10, 0.1);
    for (int i = 0; i < 7; i++) {
      times.add(call("fill", 1 << 10), 20, 0.001);
      assertEquals(0.1, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
    }
    times.add(call("fill", 1 << 10), 20, 0.001);
    assertEquals(0.0005, times.seconds(once, 1, 10).orElseThrow(), 1e-12);
  }

  @Test
  void timesOfAnEarlierPlanStayKnownWhileAKernelGetsCompiled() {
    ShapedCall known = call("add", 100);
    KernelTimes times = KernelTimes.read(knowing(known, 10, 0.5).json());
    times.add(call("add", 1 << 16), 1000, 2);
    assertEquals(0.5, times.seconds(known, 1, 10).orElseThrow(), 1e-12);
    assertFalse(times.wants(known));
  }

  @Test
  void workTakesAsLongAsCallsOfItsShapeTook() {
    ShapedCall known = call("add", 100);
    KernelTimes times = knowing(known, 10, 0.5);
    assertEquals(1.5, times.seconds(known, 3, 30).orElseThrow(), 1e-12);
    assertEquals(1.5, times.seconds(call("add", 5000), 3, 30).orElseThrow(), 1e-12);
    assertTrue(times.seconds(call("fill", 100), 3, 30).isEmpty());
  }

  @Test
  void ofCallsThatWereNotDoneTheNearestInSizeCount() {
    KernelTimes times = knowing(call("add", 100), 10, 1);
    for (int i = 0; i < 256; i++) {
      times.add(call("add", 1 << 20), 1000, 10);
    }
    assertEquals(9, times.seconds(call("add", 1 << 19), 1, 900).orElseThrow(), 1e-12);
    assertEquals(1.1, times.seconds(call("add", 120), 1, 11).orElseThrow(), 1e-12);
  }

  @Test
  void whatIsWrittenIsReadAndWhatIsDamagedIsLeftOut() {
    ShapedCall known = call("add", 100);
    Map<String, double[]> json = new HashMap<>(knowing(known, 10, 0.5).json());
    json.put("add CELLS SOMEWHERE 1x2 3,4", new double[] {1, 1});
    json.put("add CELLS NEAR 1-2 3,4", new double[] {1, 1});
    json.put("fill CELLS NEAR 1x2 3,4", new double[] {1, -1});
    KernelTimes read = KernelTimes.read(json);
    assertEquals(0.5, read.seconds(known, 1, 10).orElseThrow(), 1e-12);
    assertEquals(1, read.json().size());
    assertFalse(read.wants(known));
    assertEquals(Optional.of(known), ShapedCall.read(known.text()));
  }
}
