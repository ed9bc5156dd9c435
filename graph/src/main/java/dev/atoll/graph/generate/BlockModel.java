package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;

/**
 * A degree-corrected stochastic block model. Nodes live in communities of equal size, communities
 * belong to classes, and members of a community differ in popularity by a power law. One end of an
 * edge is drawn from any community, the other from the same community, one of the same class, or
 * any, with the probabilities of {@link Mixing}. More edges are drawn than requested, to compensate
 * for duplicates, so that the graph has about the requested number.
 *
 * <p>Node numbers are shuffled: neighbours in the numbering have nothing in common.
 *
 * @param edgeCount number of edges after duplicates and self-loops are dropped; an undirected edge
 *     counts once
 * @param exponent of the power law of degrees, above 2
 */
public record BlockModel(
    String name,
    long nodeCount,
    long edgeCount,
    boolean directed,
    int communities,
    Mixing mixing,
    double exponent,
    Planting planting,
    SplitCounts split,
    long seed)
    implements SyntheticGraph {
  /**
   * The distribution of the second end of an edge.
   *
   * @param insideCommunity share of edges inside one community
   * @param insideClass share of edges to any community of the class; the rest go anywhere
   */
  public record Mixing(double insideCommunity, double insideClass) {
    public Mixing {
      if (!(insideCommunity >= 0 && insideClass >= 0 && insideCommunity + insideClass <= 1)) {
        throw new IllegalArgumentException(
            "shares of edges must be at least 0 and together at most 1, not %s and %s"
                .formatted(insideCommunity, insideClass));
      }
    }

    double anywhere() {
      return 1 - insideCommunity - insideClass;
    }
  }

  public BlockModel {
    if (communities < planting.classes() || communities > nodeCount) {
      throw new IllegalArgumentException(
          "communities must number from %d (the classes) to %d (the nodes), not %d"
              .formatted(planting.classes(), nodeCount, communities));
    }
    if (edgeCount < 0 || nodeCount > Long.MAX_VALUE / communities) {
      throw new IllegalArgumentException(
          "edges must be at least 0 and nodes at most %d, not %d and %d"
              .formatted(Long.MAX_VALUE / communities, edgeCount, nodeCount));
    }
  }

  @Override
  public CsrOptions options() {
    return CsrOptions.simple(directed);
  }

  @Override
  public EdgeSource edges() {
    var places = new BlockPlaces(this);
    long candidates = new DuplicateEstimate(this, places.popularity()).candidates();
    RandomKey key = key().child("edges");
    return new NumberedEdges(
        nodeCount,
        candidates,
        (number, sink) -> {
          RandomKey edge = key.child(number);
          int first = (int) edge.below(communities, 0);
          int second = places.partner(first, edge.unit(1), edge, 2);
          sink.accept(places.member(first, edge.unit(3)), places.member(second, edge.unit(4)));
        });
  }

  @Override
  public NodeData nodeData() {
    return PlantedClasses.of(nodeCount, planting, new BlockPlaces(this)::classOf, split, key());
  }

  RandomKey key() {
    return RandomKey.ofSeed(seed).child("block model");
  }
}
