package dev.atoll.train.sampling;

/** What a step of a task starts from. */
public enum SeedKind {
  /** Nodes whose labels the loss compares. */
  LABELLED_NODES,
  /** Nodes that random walks leave, to others that resemble them. */
  NODES,
  /** Pairs of nodes. */
  LINKS;

  /** Whether a seed is a node by its number after partitioning. */
  public boolean areNodes() {
    return this != LINKS;
  }
}
