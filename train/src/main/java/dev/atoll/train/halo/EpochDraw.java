package dev.atoll.train.halo;

import dev.atoll.graph.RandomKey;

/** The draws of a {@link BoundarySampler} on one worker's shard, epoch by epoch. */
public interface EpochDraw {
  /**
   * Draws an epoch. All workers call it together, with the same key.
   *
   * @return the halo rows that are sent, the same on both ends
   */
  HaloPlan draw(RandomKey epoch);

  /**
   * The weight of an edge in the epoch that was drawn last; 0 for an edge that is left out.
   *
   * @param edge its index in {@link BoundaryGraph#edgeSource}
   * @param source the row of its source
   */
  float weight(int edge, int source);

  /**
   * Whether nodes are drawn rather than edges. All edges to a drawn node are then kept with one
   * weight, and {@link #weight} depends only on the source.
   */
  boolean drawsNodes();

  /** Bytes of the arrays that draws are made from. */
  long heldBytes();
}
