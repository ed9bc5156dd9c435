package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static jdk.incubator.vector.FloatVector.broadcast;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Exponential and logarithm in float lanes, good to about two units in the last place. The same
 * polynomials on every machine, so that results do not depend on its mathematical library.
 */
final class VectorMath {
  private static final float LOG2_E = 1.442695f;

  /** ln 2 in two parts; products of the first with small whole numbers are exact. */
  private static final float LN2_HIGH = 355 / 512f;

  private static final float LN2_LOW = -2.121_944_4e-4f;

  /** Added to a small number it leaves its nearest whole number in the last bits. */
  private static final float ROUNDER = 0x1.8p23f;

  /** Beyond these, eˣ is taken as infinite and as zero: the scale would not be a normal float. */
  private static final float MOST = 88.37626f;

  private static final float LEAST = -87.33654f;

  private VectorMath() {}

  /** eˣ. */
  static FloatVector exp(FloatVector x) {
    FloatVector n = wholePart(x);
    FloatVector power = powerOfTwo(n);
    return fractionMinusOne(x, n)
        .fma(power, power)
        .blend(0, x.compare(VectorOperators.LT, LEAST))
        .blend(Float.POSITIVE_INFINITY, x.compare(VectorOperators.GT, MOST));
  }

  /** eˣ − 1 for x ≤ 0, exact to rounding near zero too. */
  static FloatVector expm1OfNegative(FloatVector x) {
    FloatVector n = wholePart(x);
    FloatVector power = powerOfTwo(n);
    return fractionMinusOne(x, n)
        .fma(power, power.sub(1))
        .blend(-1, x.compare(VectorOperators.LT, LEAST));
  }

  /** ln(1 + x) for 0 ≤ x ≤ 1. */
  static FloatVector log1pOfUnit(FloatVector x) {
    // ln(1 + x) = 2·artanh(s) with s = x/(2 + x) ≤ 1/3: an odd series in s.
    FloatVector s = x.div(x.add(2));
    FloatVector z = s.mul(s);
    FloatVector series =
        z.fma(broadcast(FLOATS, 2 / 15f), broadcast(FLOATS, 2 / 13f))
            .fma(z, broadcast(FLOATS, 2 / 11f))
            .fma(z, broadcast(FLOATS, 2 / 9f))
            .fma(z, broadcast(FLOATS, 2 / 7f))
            .fma(z, broadcast(FLOATS, 2 / 5f))
            .fma(z, broadcast(FLOATS, 2 / 3f));
    return series.fma(z.mul(s), s.add(s));
  }

  /** x/ln 2, rounded to a whole number. */
  private static FloatVector wholePart(FloatVector x) {
    return x.fma(broadcast(FLOATS, LOG2_E), broadcast(FLOATS, ROUNDER)).sub(ROUNDER);
  }

  /** e to the power of what {@code n·ln 2} leaves of x, less one. */
  private static FloatVector fractionMinusOne(FloatVector x, FloatVector n) {
    FloatVector r = n.fma(broadcast(FLOATS, -LN2_LOW), n.fma(broadcast(FLOATS, -LN2_HIGH), x));
    FloatVector series =
        r.fma(broadcast(FLOATS, 0.00019875691f), broadcast(FLOATS, 0.0013981999f))
            .fma(r, broadcast(FLOATS, 0.008333452f))
            .fma(r, broadcast(FLOATS, 4.166_579_6e-2f))
            .fma(r, broadcast(FLOATS, 0.16666666f))
            .fma(r, broadcast(FLOATS, 0.5f));
    return series.fma(r.mul(r), r);
  }

  /** 2ⁿ: adding the rounder puts n into the low bits; a shift moves it into the exponent. */
  private static FloatVector powerOfTwo(FloatVector n) {
    return n.add(ROUNDER + 127)
        .reinterpretAsInts()
        .lanewise(VectorOperators.LSHL, 23)
        .reinterpretAsFloats();
  }
}
