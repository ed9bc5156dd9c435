package dev.atoll.train.placement;

import dev.atoll.graph.partition.Partitioner;

/** The first rows of a part, however often they are read: a baseline. */
public record PartPlacement(Partitioner partitioner) implements PlacementPolicy {
  /** Not that of the shards, whose parts would leave nothing of other workers to cache. */
  private static final long OTHER_SEED = 1;

  @Override
  public boolean dividesNodes() {
    return true;
  }

  @Override
  public Placer placer(Request request) {
    return new PartitionPlacer(partitioner, false, OTHER_SEED, request.threads());
  }
}
