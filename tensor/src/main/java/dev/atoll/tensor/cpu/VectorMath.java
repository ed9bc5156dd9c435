package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The exponential of {@code n} elements, good to about two units in the last place. The same
 * polynomial on every machine, so that results do not depend on its mathematical library.
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

  /**
   * Factors of r², …, r⁷ in eʳ, where r is the remainder after multiples of ln 2 are subtracted.
   */
  private static final float R2 = 0.5f;

  private static final float R3 = 0.16666666f;
  private static final float R4 = 4.166_579_6e-2f;
  private static final float R5 = 0.008333452f;
  private static final float R6 = 0.0013981999f;
  private static final float R7 = 0.00019875691f;

  private VectorMath() {}

  /** {@code out = e^(x − shift)} in some lanes. */
  static void exp(long x, float shift, long out, HeadLanes lanes, long n) {
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, lanes.within(i, n));
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4 * i, ORDER, within).sub(shift);
      FloatVector whole = v.fma(broadcast(FLOATS, LOG2_E), broadcast(FLOATS, ROUNDER)).sub(ROUNDER);
      FloatVector power =
          whole
              .add(ROUNDER + 127)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 23)
              .reinterpretAsFloats();
      FloatVector r =
          whole.fma(broadcast(FLOATS, -LN2_LOW), whole.fma(broadcast(FLOATS, -LN2_HIGH), v));
      r.fma(broadcast(FLOATS, R7), broadcast(FLOATS, R6))
          .fma(r, broadcast(FLOATS, R5))
          .fma(r, broadcast(FLOATS, R4))
          .fma(r, broadcast(FLOATS, R3))
          .fma(r, broadcast(FLOATS, R2))
          .fma(r.mul(r), r)
          .fma(power, power)
          .blend(0, v.compare(VectorOperators.LT, LEAST))
          .blend(Float.POSITIVE_INFINITY, v.compare(VectorOperators.GT, MOST))
          .intoMemorySegment(ALL, out + 4 * i, ORDER, within);
    }
  }

  /** {@code out = eˣ − 1} for x ≤ 0, exact to rounding near zero too, and x elsewhere. */
  static void elu(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector whole = v.fma(broadcast(FLOATS, LOG2_E), broadcast(FLOATS, ROUNDER)).sub(ROUNDER);
      FloatVector power =
          whole
              .add(ROUNDER + 127)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 23)
              .reinterpretAsFloats();
      FloatVector r =
          whole.fma(broadcast(FLOATS, -LN2_LOW), whole.fma(broadcast(FLOATS, -LN2_HIGH), v));
      r.fma(broadcast(FLOATS, R7), broadcast(FLOATS, R6))
          .fma(r, broadcast(FLOATS, R5))
          .fma(r, broadcast(FLOATS, R4))
          .fma(r, broadcast(FLOATS, R3))
          .fma(r, broadcast(FLOATS, R2))
          .fma(r.mul(r), r)
          .fma(power, power.sub(1))
          .blend(-1, v.compare(VectorOperators.LT, LEAST))
          .blend(v, v.compare(VectorOperators.GT, 0))
          .intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }
}
