package dev.atoll.graph.partition.shard;

/** Which edges a shard holds. */
public enum Topology {
  /** Those into its core nodes. */
  PARTITIONED,
  /** All of them; only features are divided. */
  REPLICATED
}
