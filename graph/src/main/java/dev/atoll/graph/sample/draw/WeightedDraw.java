package dev.atoll.graph.sample.draw;

/**
 * Systematic sampling of a few candidates by weight, in reused arrays: candidate i is among the
 * drawn with probability min(1, a·wᵢ), where a makes them sum to the wanted number.
 *
 * <p>When that number is rounded up or down at random, a candidate's probability is the mean of the
 * two.
 */
final class WeightedDraw {
  private float[] weights = new float[64];
  private int count;
  private double lower;
  private double upper;
  private int lowerNumber;

  /** An array for the weights of the candidates. */
  float[] begin(int candidates) {
    if (weights.length < candidates) {
      weights = new float[candidates + candidates / 4];
    }
    count = candidates;
    return weights;
  }

  /** Prepares to draw this number of candidates, rounded down or up. */
  void spread(double expected) {
    lowerNumber = (int) expected;
    lower = perWeight(lowerNumber);
    upper = expected == lowerNumber ? lower : perWeight(lowerNumber + 1);
  }

  private double perWeight(int number) {
    return CappedProbabilities.factor(count, number, i -> weights[i]);
  }

  /**
   * Draws candidates, ascending.
   *
   * @param offset of the first mark, from 0 to 1
   * @param number the one of the two that was rounded to
   * @param first the number of candidate 0 in the result
   */
  void draw(double offset, int number, int first, long[] into, int at) {
    double factor = number == lowerNumber ? lower : upper;
    double sum = 0;
    double mark = offset;
    int drawn = 0;
    for (int i = 0; drawn < number; i++) {
      sum += Math.min(1, weights[i] * factor);
      // The last ones are taken even if rounding has lost some of the sum.
      if (sum > mark || count - i == number - drawn) {
        into[at + drawn++] = (long) first + i;
        mark++;
      }
    }
  }
}
