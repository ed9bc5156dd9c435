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
 * @param edgeCount an undirected edge counts once
 */
public record Profile(
    String name,
    long nodeCount,
    long edgeCount,
    boolean directed,
    int communitiesPerClass,
    Planting planting,
    SplitCounts split) {
  /** ogbn-products: undirected. */
  public static final Profile PRODUCTS =
      new Profile(
          "products",
          2_449_029,
          61_859_140,
          false,
          25,
          new Planting(47, 100, 2, 0.1),
          new SplitCounts(196_615, 39_323, 2_213_091));

  /** Reddit, by posts: undirected, published as 114,615,892 arcs. */
  public static final Profile REDDIT =
      new Profile(
          "reddit",
          232_965,
          114_615_892 / 2,
          false,
          2,
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
          new Planting(40, 128, 2, 0.15),
          new SplitCounts(90_941, 29_799, 48_603));

  public static final List<Profile> ALL = List.of(PRODUCTS, REDDIT, PAPERS, ARXIV);

  private static final BlockModel.Mixing MIXING = new BlockModel.Mixing(0.5, 0.15);
  private static final double EXPONENT = 2.5;

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

  /**
   * The graph with nodes, edges and split scaled by a factor: degrees stay as they are, and so does
   * the size of communities as long as every class keeps one.
   */
  public BlockModel scaled(double scale, long seed) {
    long nodes = Math.round(nodeCount * scale);
    if (!(scale > 0) || nodes < planting.classes()) {
      throw new IllegalArgumentException(
          "scale %s leaves %d nodes of %s; its %d classes need at least as many"
              .formatted(scale, nodes, name, planting.classes()));
    }
    long perClass = Math.max(1, Math.round(communitiesPerClass * scale));
    return new BlockModel(
        scale == 1 ? "like-" + name : "like-%s-%s".formatted(name, scale),
        nodes,
        Math.round(edgeCount * scale),
        directed,
        Math.toIntExact(perClass * planting.classes()),
        MIXING,
        EXPONENT,
        planting,
        split.scaled(scale, nodes),
        seed);
  }
}
