package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import java.util.Arrays;

/**
 * The members of the communities of a {@link CommunityRing}: community k holds the ranks from
 * {@code firstRank[k]} on, in order of popularity; a shuffle turns ranks into node numbers.
 */
final class RingPlaces {
  /** A community loses at most this share of its edges to others. */
  private static final double MOST_LEAVING = 0.9;

  /** How much of the difference between communities in leaving edges follows the ring. */
  private static final double ALIKE = 0.7;

  /** Two ranks that an edge joins. */
  record Pair(long first, long second) {}

  private final CommunityRing ring;
  private final int count;
  private final long[] firstRank;

  /** Shares of all edges that stay inside, added up; the last is the share of all that stay. */
  private final double[] inside;

  /** The beginnings of the stretches, from 0 to 1. */
  private final double[] stretch;

  private final Jumps jumps;
  private final PowerLaw popularity;
  private final Shuffle nodeOfRank;

  RingPlaces(CommunityRing ring) {
    this.ring = ring;
    this.count = ring.communities();
    this.firstRank = new long[count + 1];
    this.inside = new double[count + 1];
    this.stretch = new double[count + 1];
    this.jumps = new Jumps(ring.variety().shortestJump());
    this.popularity = new PowerLaw(ring.variety().exponent(), (double) ring.nodeCount() / count);
    this.nodeOfRank = new Shuffle(ring.nodeCount(), ring.key().child("numbers"));
    layOut(ring.key().child("communities"));
  }

  private void layOut(RandomKey key) {
    var sizes = new double[count + 1];
    for (int k = 0; k < count; k++) {
      double size = StrictMath.pow(ring.variety().sizes(), key.unit(3L * k));
      double edges = size * StrictMath.pow(ring.variety().densities(), key.unit(3L * k + 1));
      double leaving = leaving(k, key.unit(3L * k + 2));
      sizes[k + 1] = sizes[k] + size;
      inside[k + 1] = inside[k] + edges * (1 - leaving);
      stretch[k + 1] = stretch[k] + edges * leaving;
    }
    double edges = inside[count] + stretch[count];
    double stretches = stretch[count];
    for (int k = 1; k <= count; k++) {
      firstRank[k] = k + (long) (sizes[k] / sizes[count] * (ring.nodeCount() - count));
      inside[k] /= edges;
      stretch[k] /= stretches;
    }
  }

  /** The share of a community's edges that leave it: most at the two ends of the numbering. */
  private double leaving(int community, double uniform) {
    double fromMiddle = Math.abs(2.0 * community / count - 1);
    double least = ring.variety().leastLeaving();
    double most = ring.variety().mostLeaving();
    double edges = least * StrictMath.pow(most / least, ALIKE * fromMiddle + (1 - ALIKE) * uniform);
    return Math.min(MOST_LEAVING, edges / ring.degree());
  }

  Pair draw(RandomKey edge) {
    double uniform = edge.unit(0);
    if (uniform < inside[count]) {
      int community = piece(inside, uniform);
      return new Pair(member(community, edge.unit(1)), member(community, edge.unit(2)));
    }
    double from = edge.unit(3);
    double to = from + jumps.distance(edge.unit(4));
    long first = member(piece(stretch, from), edge.unit(1));
    long second = member(piece(stretch, to < 1 ? to : to - 1), edge.unit(2));
    return edge.unit(5) < 0.5 ? new Pair(first, second) : new Pair(second, first);
  }

  private long member(int community, double uniform) {
    long first = firstRank[community];
    return first + popularity.pick(uniform, firstRank[community + 1] - first);
  }

  long node(long rank) {
    return nodeOfRank.of(rank);
  }

  /** The probability that a draw gives these ends, in this order or, undirected, in any. */
  double chance(Pair pair) {
    int first = communityOfRank(pair.first());
    int second = communityOfRank(pair.second());
    double jumping =
        (jumps.between(stretch, first, second) + jumps.between(stretch, second, first)) / 2;
    double communities = (1 - inside[count]) * jumping;
    if (first == second) {
      communities += inside[first + 1] - inside[first];
    }
    return communities
        * chanceInside(first, pair.first())
        * chanceInside(second, pair.second())
        * (ring.directed() ? 1 : 2);
  }

  private double chanceInside(int community, long rank) {
    double members = firstRank[community + 1] - firstRank[community];
    long member = rank - firstRank[community];
    return popularity.probabilityOfFirst((member + 1) / members)
        - popularity.probabilityOfFirst(member / members);
  }

  int classOf(long node) {
    long community = communityOfRank(nodeOfRank.inverse(node));
    return (int) (community * ring.planting().classes() / count);
  }

  private int communityOfRank(long rank) {
    int at = Arrays.binarySearch(firstRank, rank);
    return at >= 0 ? at : -at - 2;
  }

  /** The piece of a line, cut at ascending places, in which a place lies. */
  private int piece(double[] cuts, double place) {
    int at = Arrays.binarySearch(cuts, place);
    return Math.clamp(at >= 0 ? at : -at - 2, 0, count - 1);
  }
}
