package dev.atoll.graph.cluster;

/** The rule of a label propagation: which label a node takes, and which moves are allowed. */
public interface LabelSelector {
  /** Whether a node chooses at all; the others keep their label. */
  default boolean visits(int node) {
    return true;
  }

  /**
   * The label that a node prefers. Called from several threads, between moves.
   *
   * @param own the label it has
   * @param ratings weight of its edges by the label at their other end
   */
  int select(int node, int own, RatingMap ratings);

  /**
   * Moves a node to another label in the selector's own books, unless that is not allowed any more.
   *
   * @return whether it moved
   */
  boolean move(int node, int from, int to);

  /** Whether enough nodes have moved; asked before every batch. */
  default boolean isDone() {
    return false;
  }
}
