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

  /** The nodes that may be negatives of a node. */
  enum WalkNegatives {
    /** Any other node. */
    ANY,
    /** Nodes that are not neighbours. */
    NO_NEIGHBORS
  }

  /** Link prediction. */
  record Link(LinkSpec spec) implements Objective {}

  /** Edge classification. */
  record Edge() implements Objective {}

  /**
   * Unsupervised embeddings that resemble those of near nodes (GraphSAGE, §3.2), evaluated by a
   * linear classifier of the nodes' classes.
   *
   * @param walk the largest number of steps of the random walk that ends at a node's positive
   */
  record Unsupervised(LinkSpec spec, int walk, WalkNegatives negatives) implements Objective {
    /** Creates an objective with any node as a negative. */
    public Unsupervised(LinkSpec spec, int walk) {
      this(spec, walk, WalkNegatives.ANY);
    }

    public Unsupervised {
      if (walk < 1) {
        throw new IllegalArgumentException("walk.length=" + walk + ": expected at least 1 step");
      }
    }
  }
}
