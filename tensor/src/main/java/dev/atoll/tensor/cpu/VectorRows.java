package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.ORDER;
import static dev.atoll.tensor.cpu.Lanes.all;
import static dev.atoll.tensor.cpu.Lanes.first;
import static dev.atoll.tensor.cpu.Lanes.load;
import static dev.atoll.tensor.cpu.Lanes.store;
import static dev.atoll.tensor.cpu.Lanes.zero;
import static dev.atoll.tensor.cpu.RawMemory.ALL;
import static dev.atoll.tensor.cpu.RawMemory.getFloat;
import static dev.atoll.tensor.cpu.RawMemory.setFloat;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Loops over one row of {@code n} cells that need the row as a whole: its sum, its maximum. */
final class VectorRows {
  private VectorRows() {}

  static float sum(long x, int n) {
    FloatVector sum = zero();
    for (int i = 0; i < n; i += LANES) {
      sum = sum.add(load(x + 4L * i, first(n - i)));
    }
    return Lanes.sum(sum);
  }

  static float max(long x, int n) {
    FloatVector max = all(Float.NEGATIVE_INFINITY);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      max = max.lanewise(VectorOperators.MAX, load(x + 4L * i, within), within);
    }
    return max.reduceLanes(VectorOperators.MAX);
  }

  static float sumOfSquares(long x, int n) {
    return squaredDistance(x, 0, n);
  }

  /** {@code Σ (x − centre)²}. */
  private static float squaredDistance(long x, float centre, int n) {
    FloatVector sum = zero();
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector d = load(x + 4L * i, within).sub(all(centre), within);
      sum = d.fma(d, sum);
    }
    return Lanes.sum(sum);
  }

  /** {@code out = e^(x − max)}; returns their sum. */
  private static float expSum(long x, float max, long out, int n) {
    FloatVector sum = zero();
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector e = VectorMath.exp(load(x + 4L * i, within).sub(max));
      sum = sum.add(e, within);
      e.intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
    return Lanes.sum(sum);
  }

  static void logSoftmax(long x, long out, int n) {
    float max = max(x, n);
    float logSum = max + (float) Math.log(expSum(x, max, out, n));
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      store(load(x + 4L * i, within).sub(logSum), out + 4L * i, within);
    }
  }

  /** Returns {@code factor·crossEntropy} and leaves its gradient. */
  static double softmaxCrossEntropy(long x, int label, float factor, long grad, int n) {
    float max = max(x, n);
    float sum = expSum(x, max, grad, n);
    VectorCells.add(factor / sum, grad, 0, grad, n);
    setFloat(grad + 4L * label, getFloat(grad + 4L * label) - factor);
    return factor * (max - (double) getFloat(x + 4L * label) + Math.log(sum));
  }

  /** Returns the sum of the cells' losses, and leaves {@code scale} times their gradients. */
  static double sigmoidCrossEntropy(long x, long targets, float scale, long grad, int n) {
    expOfMinusMagnitude(x, grad, n);
    FloatVector sum = zero();
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector v = load(x + at, within);
      FloatVector t = load(targets + at, within);
      FloatVector e = load(grad + at, within);
      VectorMask<Float> negative = v.compare(VectorOperators.LT, 0);
      FloatVector sigmoid = all(1).blend(e, negative).div(e.add(1));
      FloatVector linear = v.blend(0, negative).sub(v.mul(t));
      sum = sum.add(VectorMath.log1pOfUnit(e).add(linear), within);
      sigmoid.sub(t).mul(scale).intoMemorySegment(ALL, grad + at, ORDER, within);
    }
    return Lanes.sum(sum);
  }

  private static void expOfMinusMagnitude(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector e = VectorMath.exp(load(x + 4L * i, within).abs().neg());
      e.intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /** Normalises a row and keeps its mean and 1/σ. */
  static void layerNorm(long x, long gain, long shift, float epsilon, long out, long stats, int n) {
    float mean = sum(x, n) / n;
    float inverse = (float) (1 / Math.sqrt(squaredDistance(x, mean, n) / n + epsilon));
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector normal = load(x + at, within).sub(mean).mul(inverse);
      store(normal.fma(load(gain + at, within), load(shift + at, within)), out + at, within);
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
    FloatVector sum = zero();
    FloatVector along = zero();
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector g = load(gradOut + at, within);
      FloatVector normal = load(x + at, within).sub(all(mean), within).mul(inverse);
      FloatVector scaled = g.mul(load(gain + at, within));
      sum = sum.add(scaled);
      along = scaled.fma(normal, along);
      store(g.fma(normal, load(gradGain + at, within)), gradGain + at, within);
      store(g.add(load(gradShift + at, within)), gradShift + at, within);
    }
    float meanGrad = Lanes.sum(sum) / n;
    FloatVector meanAlong = all(Lanes.sum(along) / n);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector normal = load(x + at, within).sub(mean).mul(inverse);
      FloatVector centred = load(gradOut + at, within).mul(load(gain + at, within)).sub(meanGrad);
      FloatVector g = centred.sub(normal.mul(meanAlong)).mul(inverse);
      store(adds ? g.add(load(gradIn + at, within)) : g, gradIn + at, within);
    }
  }
}
