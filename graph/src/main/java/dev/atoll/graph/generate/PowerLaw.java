package dev.atoll.graph.generate;

/**
 * The popularity of the members of a community: member i of n has weight {@code (i + 1)^(−1 / (γ −
 * 1))}, roughly, which gives degrees that fall off with exponent γ. Drawn by a table of the inverse
 * distribution, so that a draw costs no powers and gives the same bits in every JVM.
 */
final class PowerLaw {
  private static final int INTERVALS = 1 << 12;

  private final double[] shareAt = new double[INTERVALS + 1];
  private final double decay;
  private final double offset;

  /**
   * @param exponent γ, above 2
   * @param members of a typical community, which bounds the weight of the most popular one
   */
  PowerLaw(double exponent, double members) {
    if (!(exponent > 2)) {
      throw new IllegalArgumentException(
          "the exponent of a power law must be above 2, not " + exponent);
    }
    this.decay = 1 - 1 / (exponent - 1);
    this.offset = 1 / Math.max(1, members);
    double low = StrictMath.pow(offset, decay);
    double span = StrictMath.pow(1 + offset, decay) - low;
    for (int i = 0; i <= INTERVALS; i++) {
      shareAt[i] = StrictMath.pow(low + span * i / INTERVALS, 1 / decay) - offset;
    }
  }

  /** The member that a uniform number in [0, 1) falls on. */
  long pick(double uniform, long members) {
    double position = uniform * INTERVALS;
    int below = (int) position;
    double share = shareAt[below] + (position - below) * (shareAt[below + 1] - shareAt[below]);
    return Math.clamp((long) (share * members), 0, members - 1);
  }

  /** The probability of the first members that make up a share of all. */
  double probabilityOfFirst(double share) {
    double low = StrictMath.pow(offset, decay);
    double span = StrictMath.pow(1 + offset, decay) - low;
    return (StrictMath.pow(share + offset, decay) - low) / span;
  }
}
