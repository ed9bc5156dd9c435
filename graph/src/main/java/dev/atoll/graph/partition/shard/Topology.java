package dev.atoll.graph.partition.shard;

/** The edges that a shard holds. */
public enum Topology {
  /** The edges into its core nodes. */
  PARTITIONED,
  /** All of them; only features are divided. */
  REPLICATED
}
