package dev.atoll.train.plan;

/** The objective of a run. */
public sealed interface Objective {
  /**
   * Node classification.
   *
   * @param metric by which the best epoch is chosen; empty for the usual one
   */
  record Node(NodeLoss loss, String metric) implements Objective {
    public Node() {
      this(NodeLoss.CROSS_ENTROPY, "");
    }
  }

  /** Link prediction. */
  record Link(LinkSpec spec) implements Objective {}

  /** Edge classification. */
  record Edge() implements Objective {}

  /**
   * Unsupervised embeddings that resemble those of near nodes (GraphSAGE, §3.2), evaluated by a
   * linear classifier of the nodes' classes.
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
