package dev.atoll.graph.partition;

/** How long to look for better parts. */
public enum Effort {
  DEFAULT,
  /** Several times the time, for a graph that is cut once and trained on often. */
  QUALITY
}
