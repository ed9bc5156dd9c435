package dev.atoll.train.halo;

/**
 * Selects the halo nodes and edges of an epoch: which embeddings workers send each other ({@code
 * exchange.rows}).
 *
 * <p>A sampler that draws nothing is fixed. Of one that draws, {@link #open} returns the draws on a
 * worker's shard. The other methods state its capabilities, for the rules it is combined with.
 */
public interface BoundarySampler {
  /** Whether every epoch works with all halo nodes and all edges. */
  boolean isFixed();

  /** Opens the draws on a worker's shard; not called on a fixed sampler. */
  EpochDraw open(BoundaryGraph graph);

  /** Whether owners send all of their rows to every peer, read or not. */
  default boolean sendsWholeBlocks() {
    return false;
  }

  /** Whether a peer is sent the rows that it reads, all of them and no others, in every epoch. */
  default boolean sendsExactHalo() {
    return false;
  }

  /** Whether edges between nodes of the same worker are never left out. */
  default boolean keepsCoreEdges() {
    return true;
  }

  /**
   * Whether halo nodes that are not sent in an epoch may be read as they were sent last. An epoch
   * then works with the whole halo, and a draw says which of its rows are sent.
   */
  default boolean allowsStale() {
    return true;
  }
}
