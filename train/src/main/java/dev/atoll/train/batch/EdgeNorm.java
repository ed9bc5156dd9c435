package dev.atoll.train.batch;

/** How the edges of a block are weighted, and whether a node is its own neighbour. */
public enum EdgeNorm {
  /** Every neighbour counts 1/degree of the target: GraphSAGE. */
  MEAN(false),
  /** D^−½(A+I)D^−½, with degrees of the whole graph: GCN. */
  SYMMETRIC(true),
  /** Neighbours as they are: max pooling. */
  NONE(false),
  /** Neighbours and the node itself, to be weighted by attention: GAT. */
  ATTENTION(true);

  private final boolean selfLoops;

  EdgeNorm(boolean selfLoops) {
    this.selfLoops = selfLoops;
  }

  /**
   * Whether neighbours are summed up with weights that stay, so that a sum can be made in parts.
   */
  public boolean isSum() {
    return this == MEAN || this == SYMMETRIC;
  }

  /** Whether every node is its own neighbour, once. */
  public boolean selfLoops() {
    return selfLoops;
  }
}
