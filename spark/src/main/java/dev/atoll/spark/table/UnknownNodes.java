package dev.atoll.spark.table;

/** The treatment of edges to nodes that are not in the table of nodes. */
public enum UnknownNodes {
  /** An error that names some of them. */
  FAIL,
  /** The edge is left out, and counted. */
  DROP,
  /** The node is created, with zeros as features, without a label, in no part of the split. */
  CREATE
}
