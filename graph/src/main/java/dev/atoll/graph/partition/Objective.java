package dev.atoll.graph.partition;

/** What is to be small. */
public enum Objective {
  /** Edges between parts. */
  CUT,
  /** Copies of nodes in other parts that hold a neighbour: what an exchange of halo rows sends. */
  VOLUME
}
