package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.VectorLanes.BY_1;
import static dev.atoll.tensor.cpu.VectorLanes.BY_2;
import static dev.atoll.tensor.cpu.VectorLanes.BY_4;
import static dev.atoll.tensor.cpu.VectorLanes.BY_8;
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
 * run over partial sums in the order of {@link VectorLanes#SUMS}, which is one partial sum for the
 * widest vectors.
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
    total = LANES > 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 ? total.add(total.rearrange(BY_2)) : total;
    return total.add(total.rearrange(BY_1)).lane(0);
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
    total = LANES > 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 ? total.add(total.rearrange(BY_2)) : total;
    return total.add(total.rearrange(BY_1)).lane(0);
  }

  /** {@code out = e^(x − max)}; returns their sum. */
  private static float expSum(long x, float max, long out, int n) {
    VectorMath.exp(x, max, out, HeadLanes.DENSE, n);
    return sum(out, n);
  }

  /** Returns {@code factor·crossEntropy} and leaves its gradient. */
  static double softmaxCrossEntropy(long x, int label, float factor, long grad, int n) {
    float max = max(x, n);
    float sum = expSum(x, max, grad, n);
    VectorElements.add(factor / sum, grad, 0, grad, n);
    setFloat(grad + 4L * label, getFloat(grad + 4L * label) - factor);
    return factor * (max - (double) getFloat(x + 4L * label) + StrictMath.log(sum));
  }

  /** {@code out = e^−|x|}. */
  static void expOfMinusMagnitude(long x, long out, int n) {
    minusMagnitude(x, out, n);
    VectorMath.exp(out, 0, out, HeadLanes.DENSE, n);
  }

  private static void minusMagnitude(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      v.abs().neg().intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /** The sum of the elements' losses {@code max(x, 0) − x·target + ln(1 + e^−|x|)}. */
  static float sigmoidLosses(long x, long targets, long exp, int n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = zero(FLOATS);
        for (int i = part; i < n; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
          FloatVector t = fromMemorySegment(FLOATS, ALL, targets + 4L * i, ORDER, within);
          FloatVector e = fromMemorySegment(FLOATS, ALL, exp + 4L * i, ORDER, within);
          FloatVector linear = v.blend(0, v.compare(VectorOperators.LT, 0)).sub(v.mul(t));
          // ln(1 + e) = 2·artanh(s) with s = e/(2 + e) ≤ 1/3: an odd series in s.
          FloatVector s = e.div(e.add(2));
          FloatVector z = s.mul(s);
          FloatVector series =
              z.fma(broadcast(FLOATS, 2 / 15f), broadcast(FLOATS, 2 / 13f))
                  .fma(z, broadcast(FLOATS, 2 / 11f))
                  .fma(z, broadcast(FLOATS, 2 / 9f))
                  .fma(z, broadcast(FLOATS, 2 / 7f))
                  .fma(z, broadcast(FLOATS, 2 / 5f))
                  .fma(z, broadcast(FLOATS, 2 / 3f));
          sum = sum.add(series.fma(z.mul(s), s.add(s)).add(linear));
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    total = LANES > 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 ? total.add(total.rearrange(BY_2)) : total;
    return total.add(total.rearrange(BY_1)).lane(0);
  }

  /** {@code scale} times the gradients, in place of e^−|x|. */
  static void sigmoidGradients(long x, long targets, float scale, long grad, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      FloatVector t = fromMemorySegment(FLOATS, ALL, targets + 4L * i, ORDER, within);
      FloatVector e = fromMemorySegment(FLOATS, ALL, grad + 4L * i, ORDER, within);
      VectorMask<Float> negative = v.compare(VectorOperators.LT, 0);
      FloatVector sigmoid = broadcast(FLOATS, 1).blend(e, negative).div(e.add(1));
      sigmoid.sub(t).mul(scale).intoMemorySegment(ALL, grad + 4L * i, ORDER, within);
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

  /** Leaves {@code Σ gradOut·gain / n}. */
  static void layerNormMean(long gradOut, long gain, long mean, int n) {
    setFloat(mean, dot(gradOut, gain, n) / n);
  }

  /** Leaves {@code Σ x̂·gradOut·gain / n}. */
  static void layerNormAlong(long x, long gain, long stats, long gradOut, long along, int n) {
    float mean = getFloat(stats);
    float inverse = getFloat(stats + 4);
    setFloat(along, dotNormal(x, mean, inverse, gradOut, gain, n) / n);
  }

  /** The gradient of one row, from the two means of {@code gradOut}. */
  static void layerNormBack(
      long x, long gain, long stats, long gradOut, long means, boolean adds, long gradIn, int n) {
    float mean = getFloat(stats);
    float inverse = getFloat(stats + 4);
    float meanGrad = getFloat(means);
    float along = getFloat(means + 4);
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

  /** Adds a row's contribution to the gradients of gain and shift. */
  static void addGainAndShift(
      long x, long stats, long gradOut, long gradGain, long gradShift, int n) {
    float mean = getFloat(stats);
    float inverse = getFloat(stats + 4);
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
    return dot(x, y, n, n, 0);
  }

  /**
   * {@code Σ x·y} of {@code columns} products, where those from index {@code n} on count as zero.
   * Sums start from {@code start}: zero, or −0, to which any number can be added without a change.
   */
  static float dot(long x, long y, int n, int columns, float start) {
    FloatVector total = broadcast(FLOATS, start);
    for (int quarter = 0; quarter < HALF; quarter += LANES) {
      FloatVector half = broadcast(FLOATS, start);
      for (int part = quarter; part < SUMS; part += STEP) {
        FloatVector sum = broadcast(FLOATS, start);
        for (int i = part; i < columns; i += SUMS) {
          VectorMask<Float> within = FLOATS.indexInRange(i, n);
          FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
          sum = v.fma(fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER, within), sum);
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    total = LANES > 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 ? total.add(total.rearrange(BY_2)) : total;
    return total.add(total.rearrange(BY_1)).lane(0);
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
    total = LANES > 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 ? total.add(total.rearrange(BY_2)) : total;
    return total.add(total.rearrange(BY_1)).lane(0);
  }
}
