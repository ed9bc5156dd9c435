package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static dev.atoll.tensor.cpu.VectorLanes.SUMS;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;
import static jdk.incubator.vector.FloatVector.zero;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Loops over one row of {@code n} elements that need the row as a whole: its sum, its maximum. Sums
 * are kept in {@link VectorLanes#SUMS} parts: {@code s8} begins where {@code s0} ends in vectors of
 * eight lanes, {@code s4}, {@code s8} and {@code s12} follow it in vectors of four.
 */
final class VectorRows {
  private VectorRows() {}

  private static FloatVector load(long x, int i, int n) {
    return fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, FLOATS.indexInRange(i, n));
  }

  private static float sum(long x, int n) {
    FloatVector s0 = zero(FLOATS);
    FloatVector s4 = s0;
    FloatVector s8 = s0;
    FloatVector s12 = s0;
    for (int i = 0; i < n; i += SUMS) {
      s0 = s0.add(load(x, i, n));
      if (LANES <= 8) {
        s8 = s8.add(load(x, i + 8, n));
      }
      if (LANES <= 4) {
        s4 = s4.add(load(x, i + 4, n));
        s12 = s12.add(load(x, i + 12, n));
      }
    }
    return VectorLanes.sum(s0, s4, s8, s12);
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
    FloatVector s0 = zero(FLOATS);
    FloatVector s4 = s0;
    FloatVector s8 = s0;
    FloatVector s12 = s0;
    for (int i = 0; i < n; i += SUMS) {
      s0 = addSquare(x, centre, i, n, s0);
      if (LANES <= 8) {
        s8 = addSquare(x, centre, i + 8, n, s8);
      }
      if (LANES <= 4) {
        s4 = addSquare(x, centre, i + 4, n, s4);
        s12 = addSquare(x, centre, i + 12, n, s12);
      }
    }
    return VectorLanes.sum(s0, s4, s8, s12);
  }

  private static FloatVector addSquare(long x, float centre, int i, int n, FloatVector sum) {
    VectorMask<Float> within = FLOATS.indexInRange(i, n);
    FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
    v = v.sub(broadcast(FLOATS, centre), within);
    return v.fma(v, sum);
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
    float losses = sigmoidLosses(x, targets, grad, n);
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

  /** The sum of the elements' losses, given e^−|x|. */
  private static float sigmoidLosses(long x, long targets, long exp, int n) {
    FloatVector s0 = zero(FLOATS);
    FloatVector s4 = s0;
    FloatVector s8 = s0;
    FloatVector s12 = s0;
    for (int i = 0; i < n; i += SUMS) {
      s0 = addSigmoidLoss(x, targets, exp, i, n, s0);
      if (LANES <= 8) {
        s8 = addSigmoidLoss(x, targets, exp, i + 8, n, s8);
      }
      if (LANES <= 4) {
        s4 = addSigmoidLoss(x, targets, exp, i + 4, n, s4);
        s12 = addSigmoidLoss(x, targets, exp, i + 12, n, s12);
      }
    }
    return VectorLanes.sum(s0, s4, s8, s12);
  }

  private static FloatVector addSigmoidLoss(
      long x, long targets, long exp, int i, int n, FloatVector sum) {
    VectorMask<Float> within = FLOATS.indexInRange(i, n);
    FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
    FloatVector t = fromMemorySegment(FLOATS, ALL, targets + 4L * i, ORDER, within);
    FloatVector e = fromMemorySegment(FLOATS, ALL, exp + 4L * i, ORDER, within);
    FloatVector linear = v.blend(0, v.compare(VectorOperators.LT, 0)).sub(v.mul(t));
    return sum.add(VectorMath.log1pOfUnit(e).add(linear), within);
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
    FloatVector s0 = zero(FLOATS);
    FloatVector s4 = s0;
    FloatVector s8 = s0;
    FloatVector s12 = s0;
    for (int i = 0; i < n; i += SUMS) {
      s0 = load(x, i, n).fma(load(y, i, n), s0);
      if (LANES <= 8) {
        s8 = load(x, i + 8, n).fma(load(y, i + 8, n), s8);
      }
      if (LANES <= 4) {
        s4 = load(x, i + 4, n).fma(load(y, i + 4, n), s4);
        s12 = load(x, i + 12, n).fma(load(y, i + 12, n), s12);
      }
    }
    return VectorLanes.sum(s0, s4, s8, s12);
  }

  /** {@code Σ x̂·y·z} with x̂ the normalised x. */
  private static float dotNormal(long x, float mean, float inverse, long y, long z, int n) {
    FloatVector s0 = zero(FLOATS);
    FloatVector s4 = s0;
    FloatVector s8 = s0;
    FloatVector s12 = s0;
    for (int i = 0; i < n; i += SUMS) {
      s0 = addNormal(x, mean, inverse, y, z, i, n, s0);
      if (LANES <= 8) {
        s8 = addNormal(x, mean, inverse, y, z, i + 8, n, s8);
      }
      if (LANES <= 4) {
        s4 = addNormal(x, mean, inverse, y, z, i + 4, n, s4);
        s12 = addNormal(x, mean, inverse, y, z, i + 12, n, s12);
      }
    }
    return VectorLanes.sum(s0, s4, s8, s12);
  }

  private static FloatVector addNormal(
      long x, float mean, float inverse, long y, long z, int i, int n, FloatVector sum) {
    FloatVector w = load(y, i, n).mul(load(z, i, n));
    return load(x, i, n).sub(mean).mul(inverse).fma(w, sum);
  }
}
