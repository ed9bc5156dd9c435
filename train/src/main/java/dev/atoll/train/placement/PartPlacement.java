package dev.atoll.train.placement;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;

/**
 * Rows of a part: a baseline.
 *
 * @param partitioner its name
 * @param keep which rows of the part
 */
public record PartPlacement(String partitioner, PartitionPlacer.Keep keep)
    implements PlacementPolicy {
  /**
   * A seed other than that of the shards: parts equal to the shards would leave no remote rows to
   * cache.
   */
  private static final long OTHER_SEED = 1;

  @Override
  public boolean dividesNodes() {
    return true;
  }

  @Override
  public Placer placer(Request request) {
    Partitioner cut = Policies.named(Partitioner.class, partitioner).make(Values.defaults());
    return new PartitionPlacer(cut, keep, OTHER_SEED, request.threads());
  }
}
