package dev.atoll.graph.generate;

import java.util.function.DoubleUnaryOperator;

/** The number of draws after which a wanted number of different edges is there. */
final class DrawCount {
  private static final double MOST_DRAWS_PER_EDGE = 1000;

  private DrawCount() {}

  /**
   * Finds the number by halving.
   *
   * @param distinct the expected number of different edges after some draws, which grows with them
   * @param tooMany what to say where no number of draws gives as many edges
   */
  static long reaching(long wanted, DoubleUnaryOperator distinct, String tooMany) {
    double low = wanted;
    double high = wanted * MOST_DRAWS_PER_EDGE;
    if (distinct.applyAsDouble(high) < wanted) {
      throw new IllegalArgumentException(tooMany);
    }
    while (high - low > 1e-5 * high) {
      double middle = (low + high) / 2;
      if (distinct.applyAsDouble(middle) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.round(high);
  }
}
