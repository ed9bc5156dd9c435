package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;

/**
 * The number of edges that a {@link CommunityRing} draws so that the wanted number stays. After M
 * draws a pair of probability p is there with probability {@code 1 − exp(−M·p)}; added up over all
 * pairs, that is M times the mean of {@code (1 − exp(−M·p)) / (M·p)} over drawn pairs, which a
 * sample of draws estimates to about a thousandth.
 */
final class RepeatedDraws {
  private static final int SAMPLE = 1 << 16;

  /** The probabilities of drawn pairs; infinite for a node with itself, which never stays. */
  private final double[] chances = new double[SAMPLE];

  RepeatedDraws(RingPlaces places, RandomKey key) {
    for (int i = 0; i < SAMPLE; i++) {
      RingPlaces.Pair pair = places.draw(key.child(i));
      chances[i] = pair.first() == pair.second() ? Double.POSITIVE_INFINITY : places.chance(pair);
    }
  }

  long candidates(long wanted) {
    return DrawCount.reaching(
        wanted,
        this::expectedEdges,
        "%d edges do not fit the communities of this graph: ask for a smaller degree"
            .formatted(wanted));
  }

  private double expectedEdges(double draws) {
    double sum = 0;
    for (double chance : chances) {
      sum -= StrictMath.expm1(-draws * chance) / chance;
    }
    return sum / SAMPLE;
  }
}
