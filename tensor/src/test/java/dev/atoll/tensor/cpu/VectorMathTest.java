package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

final class VectorMathTest {
  private static final double ULPS = 2.5;

  /** Zero, an argument and a result: three cache lines of one float each. */
  private static final long ZERO = Arena.global().allocate(3 * 64, 64).address();

  /** A function of the float at one address, whose result goes to another. */
  private interface Loop {
    void run(long x, long out);
  }

  private static void exp(long x, long out) {
    VectorMath.exp(x, 0, out, HeadLanes.DENSE, 1);
  }

  private static void elu(long x, long out) {
    VectorMath.elu(x, out, 1);
  }

  private static void log1p(long x, long out) {
    setFloat(out, VectorRows.sigmoidLosses(ZERO, ZERO, x, 1));
  }

  @Test
  void expIsRightOverItsRange() {
    accurate(-87.3, 88.3, VectorMathTest::exp, Math::exp);
    accurate(-1e-3, 1e-3, VectorMathTest::exp, Math::exp);
  }

  @Test
  void expm1IsRightNearZeroAndFarAway() {
    accurate(-100, 0, VectorMathTest::elu, Math::expm1);
    accurate(-1e-3, 0, VectorMathTest::elu, Math::expm1);
  }

  @Test
  void log1pIsRightOnTheUnitInterval() {
    accurate(0, 1, VectorMathTest::log1p, Math::log1p);
    accurate(0, 1e-5, VectorMathTest::log1p, Math::log1p);
  }

  @Test
  void limits() {
    assertEquals(0, one(VectorMathTest::exp, Float.NEGATIVE_INFINITY));
    assertEquals(0, one(VectorMathTest::exp, -1000));
    assertEquals(1, one(VectorMathTest::exp, 0));
    assertEquals(Float.POSITIVE_INFINITY, one(VectorMathTest::exp, 89));
    assertEquals(Float.POSITIVE_INFINITY, one(VectorMathTest::exp, Float.POSITIVE_INFINITY));
    assertTrue(Float.isNaN(one(VectorMathTest::exp, Float.NaN)));
    assertEquals(-1, one(VectorMathTest::elu, Float.NEGATIVE_INFINITY));
    assertTrue(Float.isNaN(one(VectorMathTest::elu, Float.NaN)));
    assertEquals(3, one(VectorMathTest::elu, 3));
    assertEquals(Float.POSITIVE_INFINITY, one(VectorMathTest::elu, Float.POSITIVE_INFINITY));
    assertEquals(0, one(VectorMathTest::log1p, 0));
  }

  private static void accurate(double from, double to, Loop actual, DoubleUnaryOperator exact) {
    Randomly.tries(
        20_000,
        random -> {
          float x = (float) random.nextDouble(from, to);
          double expected = exact.applyAsDouble(x);
          double error = Math.abs(one(actual, x) - expected);
          assertTrue(
              error <= ULPS * Math.ulp((float) expected),
              () -> "x=" + x + ": off by " + error / Math.ulp((float) expected) + " ulp");
        });
  }

  private static float one(Loop function, float x) {
    setFloat(ZERO + 64, x);
    function.run(ZERO + 64, ZERO + 128);
    return getFloat(ZERO + 128);
  }
}
