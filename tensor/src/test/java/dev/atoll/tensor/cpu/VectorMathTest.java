package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

final class VectorMathTest {
  private static final double ULPS = 2.5;

  @Test
  void expIsRightOverItsRange() {
    accurate(-87.3, 88.3, VectorMath::exp, Math::exp);
    accurate(-1e-3, 1e-3, VectorMath::exp, Math::exp);
  }

  @Test
  void expm1IsRightNearZeroAndFarAway() {
    accurate(-100, 0, VectorMath::expm1OfNegative, Math::expm1);
    accurate(-1e-3, 0, VectorMath::expm1OfNegative, Math::expm1);
  }

  @Test
  void log1pIsRightOnTheUnitInterval() {
    accurate(0, 1, VectorMath::log1pOfUnit, Math::log1p);
    accurate(0, 1e-5, VectorMath::log1pOfUnit, Math::log1p);
  }

  @Test
  void limits() {
    assertEquals(0, one(VectorMath::exp, Float.NEGATIVE_INFINITY));
    assertEquals(0, one(VectorMath::exp, -1000));
    assertEquals(1, one(VectorMath::exp, 0));
    assertEquals(Float.POSITIVE_INFINITY, one(VectorMath::exp, 89));
    assertEquals(Float.POSITIVE_INFINITY, one(VectorMath::exp, Float.POSITIVE_INFINITY));
    assertTrue(Float.isNaN(one(VectorMath::exp, Float.NaN)));
    assertEquals(-1, one(VectorMath::expm1OfNegative, Float.NEGATIVE_INFINITY));
    assertTrue(Float.isNaN(one(VectorMath::expm1OfNegative, Float.NaN)));
    assertEquals(0, one(VectorMath::log1pOfUnit, 0));
  }

  private static void accurate(
      double from, double to, UnaryOperator<FloatVector> actual, DoubleUnaryOperator exact) {
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

  private static float one(UnaryOperator<FloatVector> function, float x) {
    return function.apply(FloatVector.broadcast(VectorLanes.FLOATS, x)).lane(0);
  }
}
