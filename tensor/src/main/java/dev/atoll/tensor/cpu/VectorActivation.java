package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.INTS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * Activation and dropout of one row, step by step: the output of one step is in the L1 cache when
 * the next step reads it. Comparisons propagate NaN.
 */
final class VectorActivation {
  /** The factor of a column in {@link Dropout#elementBits}. */
  private static final int COLUMN_FACTOR = 0x9E37_79B9;

  private static final IntVector COLUMNS = IntVector.zero(INTS).addIndex(1).mul(COLUMN_FACTOR);

  /** Flipping it turns an unsigned comparison into a signed one. */
  private static final int SIGN = Integer.MIN_VALUE;

  private VectorActivation() {}

  /**
   * {@code out = dropout(activation(x + bias))}.
   *
   * @param bias {@link NativeMemory#NONE} if absent
   */
  static void activate(
      Activation activation, long x, long bias, Dropout dropout, int row, long out, int n) {
    long source = x;
    if (bias != NativeMemory.NONE) {
      VectorElements.sum(x, bias, out, n);
      source = out;
    }
    apply(activation, source, out, n);
    if (!dropout.isOff()) {
      drop(dropout, rowState(dropout, row), out, n);
    }
  }

  static long rowState(Dropout dropout, int row) {
    return Dropout.rowState(dropout.key(), Elements.rowId(dropout, row));
  }

  /** {@code out = activation(x)}. */
  static void apply(Activation activation, long x, long out, int n) {
    switch (activation) {
      case IDENTITY -> {
        if (x != out) {
          VectorElements.copy(x, out, n);
        }
      }
      case RELU -> relu(x, out, n);
      case LEAKY_RELU -> leakyRelu(x, out, n);
      case ELU -> VectorMath.elu(x, out, n);
    }
  }

  private static void relu(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      v.blend(0, v.compare(LE, 0)).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      v.blend(0, v.compare(LE, 0)).intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  private static void leakyRelu(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, within);
      v = v.blend(v.mul(ScalarActivation.LEAKY_SLOPE), v.compare(LE, 0));
      v.intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /**
   * Drops and scales the elements of a row, in place. Which are dropped is {@link
   * Dropout#elementBits} in lanes.
   */
  private static void drop(Dropout dropout, long rowState, long out, int n) {
    int threshold = dropout.threshold();
    float scale = dropout.scale();
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER, within);
      IntVector h = COLUMNS.add((int) rowState + i * COLUMN_FACTOR);
      h = h.lanewise(LSHR, 16).lanewise(XOR, h).mul(0x21F0_AAAD);
      h = h.lanewise(XOR, (int) (rowState >>> 32));
      h = h.lanewise(LSHR, 15).lanewise(XOR, h).mul(0x735A_2D97);
      h = h.lanewise(LSHR, 15).lanewise(XOR, h).lanewise(XOR, SIGN);
      VectorMask<Float> dropped = h.compare(LT, threshold ^ SIGN).cast(FLOATS);
      v = v.mul(scale).blend(0, dropped);
      v.intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  /**
   * The slope of an activation from its output, scale included: {@code positive} above zero, {@code
   * bend·out + base} elsewhere.
   */
  record Slope(float positive, float bend, float base) {
    static Slope of(Activation activation, float scale) {
      return switch (activation) {
        case IDENTITY -> new Slope(scale, 0, scale);
        case RELU -> new Slope(scale, 0, 0);
        case LEAKY_RELU -> new Slope(scale, 0, ScalarActivation.LEAKY_SLOPE * scale);
        case ELU -> new Slope(scale, 1, scale);
      };
    }
  }

  /** {@code gradIn = gradOut ⊙ slope(out)}, or added to it. */
  static void back(Slope slope, long out, long gradOut, boolean adds, long gradIn, int n) {
    FloatVector positive = broadcast(FLOATS, slope.positive);
    FloatVector bend = broadcast(FLOATS, slope.bend);
    FloatVector base = broadcast(FLOATS, slope.base);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4L * i, ORDER);
      g = g.mul(positive.blend(v.fma(bend, base), v.compare(LE, 0)));
      g = adds ? g.add(fromMemorySegment(FLOATS, ALL, gradIn + 4L * i, ORDER)) : g;
      g.intoMemorySegment(ALL, gradIn + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER, tail);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4L * i, ORDER, tail);
      g = g.mul(positive.blend(v.fma(bend, base), v.compare(LE, 0)));
      g = adds ? g.add(fromMemorySegment(FLOATS, ALL, gradIn + 4L * i, ORDER, tail)) : g;
      g.intoMemorySegment(ALL, gradIn + 4L * i, ORDER, tail);
    }
  }

  /** Computes {@link #back} with zero slope for dropped elements. */
  static void backDropped(
      Slope slope,
      int threshold,
      long rowState,
      long out,
      long gradOut,
      boolean adds,
      long gradIn,
      int n) {
    FloatVector positive = broadcast(FLOATS, slope.positive);
    FloatVector bend = broadcast(FLOATS, slope.bend);
    FloatVector base = broadcast(FLOATS, slope.base);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER, within);
      FloatVector s = positive.blend(v.fma(bend, base), v.compare(LE, 0));
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4L * i, ORDER, within);
      IntVector h = COLUMNS.add((int) rowState + i * COLUMN_FACTOR);
      h = h.lanewise(LSHR, 16).lanewise(XOR, h).mul(0x21F0_AAAD);
      h = h.lanewise(XOR, (int) (rowState >>> 32));
      h = h.lanewise(LSHR, 15).lanewise(XOR, h).mul(0x735A_2D97);
      h = h.lanewise(LSHR, 15).lanewise(XOR, h).lanewise(XOR, SIGN);
      VectorMask<Float> dropped = h.compare(LT, threshold ^ SIGN).cast(FLOATS);
      g = g.mul(s.blend(0, dropped));
      g = adds ? g.add(fromMemorySegment(FLOATS, ALL, gradIn + 4L * i, ORDER, within)) : g;
      g.intoMemorySegment(ALL, gradIn + 4L * i, ORDER, within);
    }
  }
}
