package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.HALF;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static dev.atoll.tensor.cpu.VectorLanes.STEP;
import static dev.atoll.tensor.cpu.VectorLanes.SUMS;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;
import static jdk.incubator.vector.FloatVector.zero;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Loops over one row of {@code n} elements that need the row as a whole: its sum, its maximum. Sums
 * go part by part in the order of {@link VectorLanes#SUMS}, which is one part for the widest
 * vectors; the loops stand where they are used, since the compiler does not inline what is not of
 * the Vector API reliably.
 */
final class VectorRows {
  private VectorRows() {}

  private static float sum(long x, int n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = zero(FLOATS);
        for (int i = part; i < n; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          sum = sum.add(fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within));
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    return VectorLanes.sum(total);
  }

  private static float max(long x, int n) {
    FloatVector max = broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      max = max.lanewise(VectorOperators.MAX, v, within);
    }
    return max.reduceLanes(VectorOperators.MAX);
  }

  static float sumOfSquares(long x, int n) {
    return squaredDistance(x, 0, n);
  }

  /** {@code Σ (x − centre)²}. */
  private static float squaredDistance(long x, float centre, int n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = zero(FLOATS);
        for (int i = part; i < n; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
          v = v.sub(broadcast(FLOATS, centre), within);
          sum = v.fma(v, sum);
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    return VectorLanes.sum(total);
  }

  /** {@code out = e^(x − max)}; returns their sum. */
  private static float expSum(long x, float max, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      VectorMath.exp(v.sub(max)).intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
    return sum(out, n);
  }

  static void logSoftmax(long x, long out, int n) {
    float max = max(x, n);
    float logSum = max + (float) StrictMath.log(expSum(x, max, out, n));
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      v.sub(logSum).intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /** Returns {@code factor·crossEntropy} and leaves its gradient. */
  static double softmaxCrossEntropy(long x, int label, float factor, long grad, int n) {
    float max = max(x, n);
    float sum = expSum(x, max, grad, n);
    VectorElements.add(factor / sum, grad, 0, grad, n);
    setFloat(grad + 4L * label, getFloat(grad + 4L * label) - factor);
    return factor * (max - (double) getFloat(x + 4L * label) + StrictMath.log(sum));
  }

  /** Returns the sum of the elements' losses, and leaves {@code scale} times their gradients. */
  static double sigmoidCrossEntropy(long x, long targets, float scale, long grad, int n) {
    expOfMinusMagnitude(x, grad, n);
    sigmoidLosses(x, targets, grad, n);
    float losses = sum(grad, n);
    expOfMinusMagnitude(x, grad, n);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector t = fromMemorySegment(FLOATS, ALL, targets + 4L * i, ORDER, within);
      FloatVector e = fromMemorySegment(FLOATS, ALL, grad + 4L * i, ORDER, within);
      VectorMask<Float> negative = v.compare(VectorOperators.LT, 0);
      FloatVector sigmoid = broadcast(FLOATS, 1).blend(e, negative).div(e.add(1));
      sigmoid.sub(t).mul(scale).intoMemorySegment(ALL, grad + 4L * i, ORDER, within);
    }
    return losses;
  }

  /** The elements' losses in place of e^−|x|. */
  private static void sigmoidLosses(long x, long targets, long exp, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector t = fromMemorySegment(FLOATS, ALL, targets + 4L * i, ORDER, within);
      FloatVector e = fromMemorySegment(FLOATS, ALL, exp + 4L * i, ORDER, within);
      FloatVector linear = v.blend(0, v.compare(VectorOperators.LT, 0)).sub(v.mul(t));
      VectorMath.log1pOfUnit(e).add(linear).intoMemorySegment(ALL, exp + 4L * i, ORDER, within);
    }
  }

  private static void expOfMinusMagnitude(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      VectorMath.exp(v.abs().neg()).intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /** Normalises a row and keeps its mean and 1/σ. */
  static void layerNorm(long x, long gain, long shift, float epsilon, long out, long stats, int n) {
    float mean = sum(x, n) / n;
    float inverse = (float) (1 / Math.sqrt(squaredDistance(x, mean, n) / n + epsilon));
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gain + 4L * i, ORDER, within);
      FloatVector s = fromMemorySegment(FLOATS, ALL, shift + 4L * i, ORDER, within);
      v.sub(mean).mul(inverse).fma(g, s).intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
    setFloat(stats, mean);
    setFloat(stats + 4, inverse);
  }

  /** The gradient of one row; those of gain and shift are added to. */
  static void layerNormBack(
      long x,
      long gain,
      long stats,
      long gradOut,
      boolean adds,
      long gradIn,
      long gradGain,
      long gradShift,
      int n) {
    float mean = getFloat(stats);
    float inverse = getFloat(stats + 4);
    addGainAndShift(x, mean, inverse, gradOut, gradGain, gradShift, n);
    float meanGrad = dot(gradOut, gain, n) / n;
    float along = dotNormal(x, mean, inverse, gradOut, gain, n) / n;
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4L * i, ORDER, within);
      g = g.mul(fromMemorySegment(FLOATS, ALL, gain + 4L * i, ORDER, within)).sub(meanGrad);
      g = g.sub(v.sub(mean).mul(inverse).mul(along)).mul(inverse);
      g = adds ? g.add(fromMemorySegment(FLOATS, ALL, gradIn + 4L * i, ORDER, within)) : g;
      g.intoMemorySegment(ALL, gradIn + 4L * i, ORDER, within);
    }
  }

  private static void addGainAndShift(
      long x, float mean, float inverse, long gradOut, long gradGain, long gradShift, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4L * i, ORDER, within);
      FloatVector gains = fromMemorySegment(FLOATS, ALL, gradGain + 4L * i, ORDER, within);
      FloatVector shifts = fromMemorySegment(FLOATS, ALL, gradShift + 4L * i, ORDER, within);
      v.sub(mean)
          .mul(inverse)
          .fma(g, gains)
          .intoMemorySegment(ALL, gradGain + 4L * i, ORDER, within);
      g.add(shifts).intoMemorySegment(ALL, gradShift + 4L * i, ORDER, within);
    }
  }

  private static float dot(long x, long y, int n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = zero(FLOATS);
        for (int i = part; i < n; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
          sum = v.fma(fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER, within), sum);
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    return VectorLanes.sum(total);
  }

  /** {@code Σ x̂·y·z} with x̂ the normalised x. */
  private static float dotNormal(long x, float mean, float inverse, long y, long z, int n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = zero(FLOATS);
        for (int i = part; i < n; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
          FloatVector w = fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER, within);
          w = w.mul(fromMemorySegment(FLOATS, ALL, z + 4L * i, ORDER, within));
          sum = v.sub(mean).mul(inverse).fma(w, sum);
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    return VectorLanes.sum(total);
  }
}
