package dev.atoll.train.halo.pipegcn;

import dev.atoll.train.halo.Direction;

/** The stale rows that are averaged over epochs. */
public enum Smoothed {
  /** PipeGCN without smoothing: the rows of the last epoch, unchanged. */
  NONE,
  /** PipeGCN-F: embeddings. */
  FEATURES,
  /** PipeGCN-G: gradients. */
  GRADIENTS,
  /** PipeGCN-GF. */
  BOTH;

  boolean includes(Direction direction) {
    return this == BOTH || this == (direction == Direction.FORWARD ? FEATURES : GRADIENTS);
  }
}
