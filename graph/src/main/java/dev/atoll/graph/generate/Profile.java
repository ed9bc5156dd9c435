package dev.atoll.graph.generate;

import dev.atoll.graph.wording.Suggestion;
import java.util.List;

/**
 * The statistics of a well-known dataset, for synthetic graphs like it: its published numbers of
 * nodes, edges, features, classes and split, on a {@link BlockModel}.
 *
 * <pre>{@code
 * SyntheticGraph graph = Profile.named("products").scaled(0.1, seed);
 * }</pre>
 *
 * <p>A graph of some of the nodes cannot keep everything: with the degree of the original on a
 * twentieth of its nodes, every node of Reddit has neighbours in every part. Degrees and
 * communities therefore follow a {@link Variety}, chosen such that partitions have about the
 * boundaries that are published. Names that end in {@code -even} are graphs of equal communities
 * with the degree of the original.
 *
 * @param edgeCount an undirected edge counts once
 * @param communitiesPerClass at scale 1
 */
public record Profile(
    String name,
    long nodeCount,
    long edgeCount,
    boolean directed,
    int communitiesPerClass,
    Variety variety,
    Planting planting,
    SplitCounts split) {
  /**
   * Differences between communities and between nodes.
   *
   * @param growth the degree is that of the original times the scale to this power
   * @param sizes the largest community over the smallest; logarithms of sizes are uniform
   * @param densities the same of edges per member
   * @param leastLeaving edges of an average node to other communities, where fewest leave: the same
   *     number at every scale
   * @param mostLeaving where most leave
   * @param shortestJump the shortest distance on the ring of communities, whose length is 1, over
   *     which an edge joins two of them
   * @param exponent of the power law of degrees in a community, above 2
   */
  public record Variety(
      double growth,
      double sizes,
      double densities,
      double leastLeaving,
      double mostLeaving,
      double shortestJump,
      double exponent) {
    /** None: communities of one size and density. */
    static final Variety EVEN = new Variety(0, 1, 1, 0, 0, 0, 2.5);
  }

  /** ogbn-products: undirected. */
  public static final Profile PRODUCTS =
      new Profile(
          "products",
          2_449_029,
          61_859_140,
          false,
          25,
          new Variety(0, 16, 32, 0.15, 15, 0.0002, 2.2),
          new Planting(47, 100, 2, 0.1),
          new SplitCounts(196_615, 39_323, 2_213_091));

  /** Reddit, by posts: undirected, published as 114,615,892 arcs. */
  public static final Profile REDDIT =
      new Profile(
          "reddit",
          232_965,
          114_615_892 / 2,
          false,
          4,
          new Variety(0.5, 16, 48, 1, 100, 0.005, 2.4),
          new Planting(41, 602, 2, 0.05),
          new SplitCounts(153_431, 23_831, 55_703));

  /** ogbn-papers100M: citations, directed; few nodes have labels. */
  public static final Profile PAPERS =
      new Profile(
          "papers",
          111_059_956,
          1_615_685_872,
          true,
          300,
          new Variety(0, 16, 16, 0.2, 8, 0.0002, 2.5),
          new Planting(172, 128, 2, 0.2),
          new SplitCounts(1_207_179, 125_265, 214_338));

  /** ogbn-arxiv: citations, directed. */
  public static final Profile ARXIV =
      new Profile(
          "arxiv",
          169_343,
          1_166_243,
          true,
          4,
          Variety.EVEN,
          new Planting(40, 128, 2, 0.15),
          new SplitCounts(90_941, 29_799, 48_603));

  /** {@link #PRODUCTS} with equal communities. */
  public static final Profile PRODUCTS_EVEN = PRODUCTS.even(25);

  /** {@link #REDDIT} with equal communities. */
  public static final Profile REDDIT_EVEN = REDDIT.even(2);

  /** {@link #PAPERS} with equal communities. */
  public static final Profile PAPERS_EVEN = PAPERS.even(300);

  public static final List<Profile> ALL =
      List.of(PRODUCTS, REDDIT, PAPERS, ARXIV, PRODUCTS_EVEN, REDDIT_EVEN, PAPERS_EVEN);

  private static final double LEAST_MEMBERS = 8;
  private static final BlockModel.Mixing MIXING = new BlockModel.Mixing(0.5, 0.15);

  private Profile even(int perClass) {
    return new Profile(
        name + "-even", nodeCount, edgeCount, directed, perClass, Variety.EVEN, planting, split);
  }

  /** The profile of a name. An unknown name is an error that lists the existing profiles. */
  public static Profile named(String name) {
    return ALL.stream()
        .filter(profile -> profile.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Suggestion.unknown(
                        "graph to imitate", name, ALL.stream().map(Profile::name).toList())));
  }

  /** The graph with nodes and split scaled by a factor, and degrees as the profile scales them. */
  public SyntheticGraph scaled(double scale, long seed) {
    return scaled(scale, degree(scale), title(scale), seed);
  }

  /** The graph with nodes and split scaled by a factor, of a given average degree. */
  public SyntheticGraph scaled(double scale, double degree, long seed) {
    if (!(degree >= 0)) {
      throw new IllegalArgumentException("degree %s: expected 0 or more".formatted(degree));
    }
    return scaled(scale, degree, "%s-degree-%s".formatted(title(scale), degree), seed);
  }

  private SyntheticGraph scaled(double scale, double degree, String title, long seed) {
    long nodes = Math.round(nodeCount * scale);
    if (!(scale > 0) || nodes < planting.classes()) {
      throw new IllegalArgumentException(
          "scale %s leaves %d nodes of %s; its %d classes need at least as many"
              .formatted(scale, nodes, name, planting.classes()));
    }
    long edges = Math.round(edgeCount * scale * (degree / degree(1)));
    SplitCounts roles = split.scaled(scale, nodes);
    return variety.equals(Variety.EVEN)
        ? new BlockModel(
            title,
            nodes,
            edges,
            directed,
            communities(scale, nodes),
            MIXING,
            variety.exponent(),
            planting,
            roles,
            seed)
        : new CommunityRing(
            title,
            nodes,
            edges,
            directed,
            communities(scale * degree(1) / degree, nodes),
            variety,
            planting,
            roles,
            seed);
  }

  private String title(double scale) {
    return scale == 1 ? "like-" + name : "like-%s-%s".formatted(name, scale);
  }

  /** Edges per node at a scale; both ends of an undirected edge count. */
  public double degree(double scale) {
    double ends = directed ? edgeCount : 2.0 * edgeCount;
    return ends / nodeCount * StrictMath.pow(scale, variety.growth());
  }

  /** The scale at which the graph has a number of edges. */
  public double scaleOf(double edges) {
    return StrictMath.pow(edges / edgeCount, 1 / (1 + variety.growth()));
  }

  /**
   * The number of communities.
   *
   * @param factor on the number at scale 1; every class keeps one community
   */
  private int communities(double factor, long nodes) {
    double most = Math.max(1, nodes / (LEAST_MEMBERS * planting.classes()));
    long perClass = Math.max(1, Math.round(Math.min(most, communitiesPerClass * factor)));
    return Math.toIntExact(perClass * planting.classes());
  }
}
