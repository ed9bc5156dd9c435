package dev.atoll.graph.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * The number of edges that a {@link BlockModel} draws so that the wanted number stays. A pair of
 * nodes that a draw hits with probability p is there after M draws with probability {@code 1 −
 * exp(−M·p)}; summed over all pairs, with members of like popularity taken together, that is the
 * expected number of edges, which grows with M.
 */
final class DuplicateEstimate {
  /** Members of one community that are about equally popular. */
  private record Bin(double members, double weight) {}

  private final BlockModel model;
  private final List<Bin> bins;

  DuplicateEstimate(BlockModel model, PowerLaw popularity) {
    this.model = model;
    this.bins = bins((double) model.nodeCount() / model.communities(), popularity);
  }

  private static List<Bin> bins(double members, PowerLaw popularity) {
    var bins = new ArrayList<Bin>();
    double from = 0;
    while (from < members) {
      double to = Math.min(members, from + Math.max(1, Math.floor(from / 32)));
      double mass =
          popularity.probabilityOfFirst(to / members)
              - popularity.probabilityOfFirst(from / members);
      bins.add(new Bin(to - from, mass / (to - from)));
      from = to;
    }
    return bins;
  }

  long candidates() {
    return DrawCount.reaching(
        model.edgeCount(),
        this::expectedEdges,
        ("%d edges do not fit %d nodes in %d communities with this mixing: ask for fewer edges,"
                + " or for fewer communities")
            .formatted(model.edgeCount(), model.nodeCount(), model.communities()));
  }

  private double expectedEdges(double draws) {
    double all = model.communities();
    double ofClass = all / model.planting().classes();
    double anywhere = model.mixing().anywhere() / all / all;
    double sameClass = anywhere + model.mixing().insideClass() / ofClass / all;
    double same = sameClass + model.mixing().insideCommunity() / all;
    return all * distinct(draws * same, true)
        + all * (ofClass - 1) / 2 * distinct(draws * sameClass, false)
        + all * (all - ofClass) / 2 * distinct(draws * anywhere, false);
  }

  /**
   * Expected edges in one community, or between two.
   *
   * @param draws how many draws fall on one ordered pair of these communities
   */
  private double distinct(double draws, boolean inside) {
    double directions = model.directed() ? 2 : 1;
    double drawsPerPair = draws * 2 / directions;
    double sum = 0;
    for (int i = 0; i < bins.size(); i++) {
      Bin a = bins.get(i);
      for (int j = 0; j <= i; j++) {
        Bin b = bins.get(j);
        double pairs =
            i == j ? pairsWithin(a, inside) : a.members() * b.members() * (inside ? 1 : 2);
        sum -= pairs * StrictMath.expm1(-drawsPerPair * a.weight() * b.weight());
      }
    }
    return sum * directions;
  }

  private static double pairsWithin(Bin bin, boolean inside) {
    return inside ? bin.members() * (bin.members() - 1) / 2 : bin.members() * bin.members();
  }
}
