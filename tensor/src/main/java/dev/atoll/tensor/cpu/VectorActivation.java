package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.INTS;
import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.ORDER;
import static dev.atoll.tensor.cpu.Lanes.all;
import static dev.atoll.tensor.cpu.Lanes.first;
import static dev.atoll.tensor.cpu.Lanes.load;
import static dev.atoll.tensor.cpu.Lanes.store;
import static dev.atoll.tensor.cpu.RawMemory.ALL;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Activation and dropout of one row, step by step: what one step leaves is in the first cache when
 * the next one reads it. Comparisons are such that NaN goes through.
 */
final class VectorActivation {
  /** What {@link Dropout#cellBits} multiplies a column with. */
  private static final int COLUMN_FACTOR = 0x9E37_79B9;

  private static final IntVector COLUMNS = IntVector.zero(INTS).addIndex(1).mul(COLUMN_FACTOR);

  private VectorActivation() {}

  /** {@code out = activation(x)}. */
  static void apply(Activation activation, long x, long out, int n) {
    switch (activation) {
      case IDENTITY -> {
        if (x != out) {
          VectorCells.copy(x, out, n);
        }
      }
      case RELU -> relu(x, out, n);
      case LEAKY_RELU -> leakyRelu(x, out, n);
      case ELU -> elu(x, out, n);
    }
  }

  private static void relu(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = load(x + 4L * i);
      store(v.blend(0, notPositive(v)), out + 4L * i);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      FloatVector v = load(x + 4L * i, tail);
      store(v.blend(0, notPositive(v)), out + 4L * i, tail);
    }
  }

  private static void leakyRelu(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector v = load(x + 4L * i, within);
      store(v.blend(v.mul(ReferenceKernels.LEAKY_SLOPE), notPositive(v)), out + 4L * i, within);
    }
  }

  private static void elu(long x, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector v = load(x + 4L * i, within);
      VectorMask<Float> bent = notPositive(v);
      FloatVector bend = VectorMath.expm1OfNegative(v.blend(0, bent.not()));
      v.blend(bend, bent).intoMemorySegment(ALL, out + 4L * i, ORDER, within);
    }
  }

  private static VectorMask<Float> notPositive(FloatVector v) {
    return v.compare(VectorOperators.LE, 0);
  }

  /** Drops and scales the cells of a row, in place. */
  static void drop(Dropout dropout, long rowState, long out, int n) {
    int threshold = dropout.threshold();
    FloatVector scale = all(dropout.scale());
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      FloatVector v = load(out + 4L * i, within).mul(scale);
      store(v.blend(0, dropped(rowState, i, threshold)), out + 4L * i, within);
    }
  }

  /** {@link Dropout#cellBits} in lanes, from column {@code first} on. */
  private static VectorMask<Float> dropped(long rowState, int column, int threshold) {
    IntVector h = COLUMNS.add((int) rowState + column * COLUMN_FACTOR);
    h = h.lanewise(VectorOperators.LSHR, 16).lanewise(VectorOperators.XOR, h).mul(0x21F0_AAAD);
    h = h.lanewise(VectorOperators.XOR, (int) (rowState >>> 32));
    h = h.lanewise(VectorOperators.LSHR, 15).lanewise(VectorOperators.XOR, h).mul(0x735A_2D97);
    h = h.lanewise(VectorOperators.LSHR, 15).lanewise(VectorOperators.XOR, h);
    // Flipping the highest bit turns an unsigned comparison into a signed one.
    return h.lanewise(VectorOperators.XOR, Integer.MIN_VALUE)
        .compare(VectorOperators.LT, threshold ^ Integer.MIN_VALUE)
        .cast(Lanes.FLOATS);
  }

  /**
   * The slope of an activation by what came out of it, scale included: {@code positive} above zero,
   * {@code bend·out + base} elsewhere.
   */
  record Slope(float positive, float bend, float base) {
    static Slope of(Activation activation, float scale) {
      return switch (activation) {
        case IDENTITY -> new Slope(scale, 0, scale);
        case RELU -> new Slope(scale, 0, 0);
        case LEAKY_RELU -> new Slope(scale, 0, ReferenceKernels.LEAKY_SLOPE * scale);
        case ELU -> new Slope(scale, 1, scale);
      };
    }

    FloatVector at(FloatVector out) {
      return all(positive).blend(out.fma(all(bend), all(base)), notPositive(out));
    }
  }

  /** {@code gradIn = gradOut ⊙ slope(out)}, or added to it. */
  static void back(Slope slope, long out, long gradOut, boolean adds, long gradIn, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      long at = 4L * i;
      FloatVector g = load(gradOut + at).mul(slope.at(load(out + at)));
      store(adds ? g.add(load(gradIn + at)) : g, gradIn + at);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      long at = 4L * i;
      FloatVector g = load(gradOut + at, tail).mul(slope.at(load(out + at, tail)));
      store(adds ? g.add(load(gradIn + at, tail)) : g, gradIn + at, tail);
    }
  }

  /** As {@link #back}, with zero slope where cells were dropped. */
  static void backDropped(
      Slope slope,
      int threshold,
      long rowState,
      long out,
      long gradOut,
      boolean adds,
      long gradIn,
      int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector s = slope.at(load(out + at, within)).blend(0, dropped(rowState, i, threshold));
      FloatVector g = load(gradOut + at, within).mul(s);
      store(adds ? g.add(load(gradIn + at, within)) : g, gradIn + at, within);
    }
  }
}
