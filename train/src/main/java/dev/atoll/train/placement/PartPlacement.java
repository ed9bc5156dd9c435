package dev.atoll.train.placement;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Policies;
import dev.atoll.graph.policy.Values;

/**
 * The first rows of a part, however often they are read: a baseline.
 *
 * @param partitioner its name
 */
public record PartPlacement(String partitioner) implements PlacementPolicy {
  /** Not that of the shards, whose parts would leave nothing of other workers to cache. */
  private static final long OTHER_SEED = 1;

  @Override
  public boolean dividesNodes() {
    return true;
  }

  @Override
  public Placer placer(Request request) {
    Partitioner cut = Policies.named(Partitioner.class, partitioner).make(Values.defaults());
    return new PartitionPlacer(cut, false, OTHER_SEED, request.threads());
  }
}
