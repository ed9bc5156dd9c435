package dev.atoll.train.batch.shard;

/** The edges of a shard that gradients flow through: the others need no transpose. */
public enum GradientEdges {
  /** No edges: the shard is only evaluated. */
  NONE,
  /** Edges to core rows; halo edges are sampled again in every epoch. */
  CORE,
  ALL
}
