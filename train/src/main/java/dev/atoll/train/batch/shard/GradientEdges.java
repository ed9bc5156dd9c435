package dev.atoll.train.batch.shard;

/** Through which edges of a shard gradients go back: the others need no transpose. */
public enum GradientEdges {
  /** None: the shard is scored alone. */
  NONE,
  /** Those to core rows; edges to halo rows are drawn anew in every epoch. */
  CORE,
  ALL
}
