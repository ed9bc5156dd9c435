package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.VectorLanes.LANES;

import dev.atoll.tensor.Matrix;

/**
 * Values of few heads, several edges to a vector:
 *
 * <pre>  three heads, stride 4, eight lanes:   | a0 a1 a2 – b0 b1 b2 – |</pre>
 *
 * @param stride lanes from one edge to the next, a power of two
 * @param pattern the lanes that are a head's and not padding, as bits
 */
record HeadLanes(int stride, long pattern) {
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
}
