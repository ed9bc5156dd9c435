package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.SUMS;

import dev.atoll.tensor.Matrix;

/**
 * Values of few heads, several edges to a vector, or several vectors to an edge:
 *
 * <pre>  three heads, stride 4, eight lanes:   | a0 a1 a2 – b0 b1 b2 – |</pre>
 *
 * @param stride elements from one edge to the next, a power of two
 * @param pattern which of {@link VectorLanes#SUMS} elements are a head's and not padding, as bits
 */
record HeadLanes(int stride, long pattern) {
  /** Elements without padding. */
  static final HeadLanes DENSE = new HeadLanes(1, pattern(1, 1));

  /** The lanes of matrices of the same layout, or null if they do not fit. */
  static HeadLanes of(Matrix values, Matrix others) {
    int stride = values.stride();
    boolean fits = stride <= SUMS && Integer.bitCount(stride) == 1 && stride == others.stride();
    return fits ? new HeadLanes(stride, pattern(values.cols(), stride)) : null;
  }

  private static long pattern(int heads, int stride) {
    long pattern = (1L << heads) - 1;
    for (int width = stride; width < SUMS; width <<= 1) {
      pattern |= pattern << width;
    }
    return pattern;
  }

  /** Elements from one vector of some heads to the next of the same heads. */
  int step() {
    return Math.max(stride, LANES);
  }

  /** The lanes of a vector at element {@code i} that belong to a head and are below {@code n}. */
  long within(long i, long n) {
    long left = n - i;
    long here = pattern >>> (i % SUMS);
    return left >= LANES ? here : left <= 0 ? 0 : here & ((1L << left) - 1);
  }
}
