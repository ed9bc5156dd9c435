package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;

/**
 * The members of the communities of a {@link BlockModel}: community k holds the ranks from ⌊k·n/K⌋
 * on, in order of popularity, and belongs to class k mod C; a shuffle turns ranks into node
 * numbers.
 */
final class BlockPlaces {
  private final long nodes;
  private final int communities;
  private final int classes;
  private final BlockModel.Mixing mixing;
  private final PowerLaw popularity;
  private final Shuffle nodeOfRank;

  BlockPlaces(BlockModel model) {
    this.nodes = model.nodeCount();
    this.communities = model.communities();
    this.classes = model.planting().classes();
    this.mixing = model.mixing();
    this.popularity = new PowerLaw(model.exponent(), (double) nodes / communities);
    this.nodeOfRank = new Shuffle(nodes, model.key().child("numbers"));
  }

  PowerLaw popularity() {
    return popularity;
  }

  /** The community of the second end of an edge, by a uniform number and a further draw. */
  int partner(int community, double uniform, RandomKey key, long counter) {
    if (uniform < mixing.insideCommunity()) {
      return community;
    }
    if (uniform < mixing.insideCommunity() + mixing.insideClass()) {
      int label = community % classes;
      int ofClass = (communities - label + classes - 1) / classes;
      return label + classes * (int) key.below(ofClass, counter);
    }
    return (int) key.below(communities, counter);
  }

  /** The node on which a uniform number falls in a community. */
  long member(int community, double uniform) {
    long first = firstRank(community);
    return nodeOfRank.of(first + popularity.pick(uniform, firstRank(community + 1) - first));
  }

  int classOf(long node) {
    return communityOf(node) % classes;
  }

  int communityOf(long node) {
    long rank = nodeOfRank.inverse(node);
    return (int) (((rank + 1) * communities - 1) / nodes);
  }

  private long firstRank(long community) {
    return community * nodes / communities;
  }
}
