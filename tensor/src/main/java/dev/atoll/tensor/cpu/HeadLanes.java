package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.FLOATS;
import static dev.atoll.tensor.cpu.Lanes.LANES;

import dev.atoll.tensor.Matrix;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * Values of few heads, several cells to a vector:
 *
 * <pre>  three heads, stride 4, eight lanes:   | a0 a1 a2 – b0 b1 b2 – |</pre>
 *
 * @param stride lanes from one cell to the next, a power of two
 * @param pattern the lanes that are a head's and not padding, as bits
 */
record HeadLanes(int stride, long pattern) {
  private static final VectorShuffle<Float> BY_8 = rotation(8);
  private static final VectorShuffle<Float> BY_4 = rotation(4);
  private static final VectorShuffle<Float> BY_2 = rotation(2);
  private static final VectorShuffle<Float> BY_1 = rotation(1);

  /** The lanes of matrices that lie alike, or null where they do not fit into vectors. */
  static HeadLanes of(Matrix values, Matrix others) {
    int stride = values.stride();
    boolean fits = stride <= LANES && Integer.bitCount(stride) == 1 && stride == others.stride();
    return fits && LANES <= 16 ? new HeadLanes(stride, pattern(values.cols(), stride)) : null;
  }

  private static long pattern(int heads, int stride) {
    long pattern = (1L << heads) - 1;
    for (int width = stride; width < LANES; width <<= 1) {
      pattern |= pattern << width;
    }
    return pattern;
  }

  /** The lanes that are a head's and lie below {@code n}, as bits. */
  long within(long n) {
    return n >= LANES ? pattern : pattern & ((1L << n) - 1);
  }

  /** Every lane gets the maximum over the lanes of its head. */
  FloatVector max(FloatVector v) {
    v = LANES > 8 && stride <= 8 ? v.max(v.rearrange(BY_8)) : v;
    v = LANES > 4 && stride <= 4 ? v.max(v.rearrange(BY_4)) : v;
    v = LANES > 2 && stride <= 2 ? v.max(v.rearrange(BY_2)) : v;
    return stride <= 1 ? v.max(v.rearrange(BY_1)) : v;
  }

  FloatVector sum(FloatVector v) {
    v = LANES > 8 && stride <= 8 ? v.add(v.rearrange(BY_8)) : v;
    v = LANES > 4 && stride <= 4 ? v.add(v.rearrange(BY_4)) : v;
    v = LANES > 2 && stride <= 2 ? v.add(v.rearrange(BY_2)) : v;
    return stride <= 1 ? v.add(v.rearrange(BY_1)) : v;
  }

  private static VectorShuffle<Float> rotation(int by) {
    return VectorShuffle.iota(FLOATS, by % LANES, 1, true);
  }
}
