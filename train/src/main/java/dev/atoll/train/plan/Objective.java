package dev.atoll.train.plan;

/** What is learned. */
public sealed interface Objective {
  /** The classes of nodes. */
  record Node() implements Objective {}

  /** Which pairs of nodes are linked. */
  record Link(LinkSpec spec) implements Objective {}

  /** Of which kind a link is. */
  record Edge() implements Objective {}

  /**
   * Rows of nodes that resemble those near them (GraphSAGE, §3.2), judged by how well a linear
   * classifier reads the classes of nodes from them.
   *
   * @param walk steps of the random walk that ends at a node's partner, at most
   */
  record Unsupervised(LinkSpec spec, int walk) implements Objective {
    public Unsupervised {
      if (walk < 1) {
        throw new IllegalArgumentException("walk.length=" + walk + ": expected at least 1 step");
      }
    }
  }
}
