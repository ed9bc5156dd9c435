package dev.atoll.graph.generate;

/**
 * Jumps forward on a ring of length 1, over distances from the shortest to a half whose logarithm
 * is uniform: as many of one to two hundredths as of ten to twenty.
 */
record Jumps(double shortest) {
  private static final double LONGEST = 0.5;

  /** The distance of a uniform number. */
  double distance(double uniform) {
    return shortest * StrictMath.exp(uniform * span());
  }

  private double span() {
    return StrictMath.log(LONGEST / shortest);
  }

  /** The probability that a jump from anywhere goes from one piece of the ring to another. */
  double between(double[] cuts, int from, int to) {
    return between(cuts, from, to, 0) + between(cuts, from, to, 1);
  }

  private double between(double[] cuts, int from, int to, double rounds) {
    double begin = cuts[to] + rounds;
    double end = cuts[to + 1] + rounds;
    return integral(end - cuts[from])
        - integral(end - cuts[from + 1])
        - integral(begin - cuts[from])
        + integral(begin - cuts[from + 1]);
  }

  /** The integral up to a distance of the probability that a jump is at most so long. */
  private double integral(double distance) {
    if (distance <= shortest) {
      return 0;
    }
    double bounded = Math.min(LONGEST, distance);
    double within = (bounded * StrictMath.log(bounded / shortest) - bounded + shortest) / span();
    return within + Math.max(0, distance - LONGEST);
  }
}
