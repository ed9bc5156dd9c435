package dev.atoll.spark.table;

/** What becomes of an edge to a node that the table of nodes does not have. */
public enum UnknownNodes {
  /** An error that names some of them. */
  FAIL,
  /** The edge is left out, and counted. */
  DROP,
  /** The node is created, with zeros as features, without a label, in no part of the split. */
  CREATE
}
