package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;

/**
 * Communities of unlike sizes and densities on a ring. Most edges stay inside a community; the
 * others jump along the ring, where a community has a stretch as long as its share of them, over
 * distances whose logarithm is uniform. So communities have neighbours, and neighbours of
 * neighbours, which a partition can keep together at every number of parts. Neighbouring
 * communities are alike in how many of their edges leave, so that parts differ, and belong to one
 * class. Members of a community differ in popularity by a power law.
 *
 * <p>Node numbers are shuffled: neighbours in the numbering have nothing in common.
 *
 * @param edgeCount number of edges after duplicates and self-loops are dropped; an undirected edge
 *     counts once
 */
record CommunityRing(
    String name,
    long nodeCount,
    long edgeCount,
    boolean directed,
    int communities,
    Profile.Variety variety,
    Planting planting,
    SplitCounts split,
    long seed)
    implements SyntheticGraph {
  CommunityRing {
    if (communities < planting.classes() || communities > nodeCount) {
      throw new IllegalArgumentException(
          "communities must number from %d (the classes) to %d (the nodes), not %d"
              .formatted(planting.classes(), nodeCount, communities));
    }
  }

  @Override
  public CsrOptions options() {
    return CsrOptions.simple(directed);
  }

  @Override
  public EdgeSource edges() {
    var places = new RingPlaces(this);
    long candidates = new RepeatedDraws(places, key().child("estimate")).candidates(edgeCount);
    RandomKey key = key().child("edges");
    return new NumberedEdges(
        nodeCount,
        candidates,
        (number, sink) -> {
          RingPlaces.Pair pair = places.draw(key.child(number));
          sink.accept(places.node(pair.first()), places.node(pair.second()));
        });
  }

  @Override
  public NodeData nodeData() {
    return PlantedClasses.of(nodeCount, planting, new RingPlaces(this)::classOf, split, key());
  }

  /** Edges per node, where both ends of an undirected edge count. */
  double degree() {
    return edgeCount * (directed ? 1.0 : 2.0) / nodeCount;
  }

  RandomKey key() {
    return RandomKey.ofSeed(seed).child("community ring");
  }
}
