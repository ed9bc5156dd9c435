package dev.atoll.train.batch.shard;

/** The edges of a shard that gradients flow through: the others need no transpose. */
public enum GradientEdges {
  /** None: the shard is evaluated only. */
  NONE,
  /** Edges to core rows; halo edges are sampled again in every epoch. */
  CORE,
  ALL
}
