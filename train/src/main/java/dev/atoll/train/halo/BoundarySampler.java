package dev.atoll.train.halo;

/** Which rows of other workers' nodes an epoch works with. */
public sealed interface BoundarySampler {
  /** The rows that core nodes read: the halo. */
  record Halo() implements BoundarySampler {}

  /** All rows of all workers, needed or not: CAGNET's broadcasts. */
  record WholeBlocks() implements BoundarySampler {}

  /**
   * BNS-GCN: of the n halo nodes that a worker reads from another, {@code round(rate·n)} drawn anew
   * every epoch without replacement, each counted n/drawn times. Both ends draw the same.
   */
  record Nodes(double rate) implements BoundarySampler {
    public Nodes {
      checkRate(rate);
    }
  }

  /** As many links to the halo as {@link Nodes} keeps, drawn one by one. */
  record BoundaryEdges(double rate) implements BoundarySampler {
    public BoundaryEdges {
      checkRate(rate);
    }
  }

  /** Drops as many links as {@link Nodes} does, but of all links: DropEdge. */
  record AllEdges(double rate) implements BoundarySampler {
    public AllEdges {
      checkRate(rate);
    }
  }

  private static void checkRate(double rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "exchange.rate=" + rate + ": expected a share from 0 (none) to 1 (all)");
    }
  }

  /** Whether every epoch has the same rows. */
  default boolean isFixed() {
    return switch (this) {
      case Halo _, WholeBlocks _ -> true;
      case Nodes nodes -> nodes.rate == 1;
      case BoundaryEdges edges -> edges.rate == 1;
      case AllEdges edges -> edges.rate == 1;
    };
  }
}
