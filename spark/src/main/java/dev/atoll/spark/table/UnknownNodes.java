package dev.atoll.spark.table;

/** The treatment of edges to nodes that are not in the table of nodes. */
public enum UnknownNodes {
  /** Reports an error that names some of the nodes. */
  FAIL,
  /** Drops the edge, and counts it. */
  DROP,
  /** Creates the node, with zeros as features, without a label and outside of the split. */
  CREATE
}
