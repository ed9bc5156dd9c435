package dev.atoll.train.schedule;

/** The kind of work that a stage does. */
public enum Operator {
  /** Chooses the nodes, or links, that a step trains on. */
  SEEDS,
  /** Finds for every seed a node that should be near it. */
  POSITIVES,
  /** Draws nodes that should be far from the seeds. */
  NEGATIVES,
  /** Draws the neighbours of one hop. */
  HOP,
  /** Fetches the feature rows of the nodes that are new in a hop. */
  FETCH,
  /** Joins the results of the others. */
  JOIN
}
