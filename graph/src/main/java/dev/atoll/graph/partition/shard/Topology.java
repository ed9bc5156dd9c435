package dev.atoll.graph.partition.shard;

/** The edges that a shard holds. */
public enum Topology {
  /** The edges into its core nodes. */
  PARTITIONED,
  /** Edges of all nodes; only features are divided. */
  REPLICATED
}
