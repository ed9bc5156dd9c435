package dev.atoll.train.batch;

import dev.atoll.graph.RandomKey;

/** Ids of edges for random draws: they depend on the two ends only, not on the block. */
public final class EdgeIds {
  private EdgeIds() {}

  /** The id of an edge between two nodes, in the dataset's own numbers. */
  public static long of(long target, long source) {
    return RandomKey.childBits(target, source);
  }
}
