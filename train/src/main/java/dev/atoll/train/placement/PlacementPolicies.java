package dev.atoll.train.placement;

import dev.atoll.graph.partition.ChunkPartitioner;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.RandomPartitioner;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the placements of Song and Jiang, and their baselines but PaGraph. */
public final class PlacementPolicies implements PolicyProvider {
  private static final String PAPER = "Song and Jiang: Rethinking Graph Data Placement, 2022";

  /** For the service loader. */
  public PlacementPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(PlacementPolicy.class, "owner", "no row: each is read from its owner")
            .make(new OwnerPlacement()),
        Policy.of(PlacementPolicy.class, "cached", "the rows that will most probably be read")
            .paper(PAPER)
            .keys(PlacementPlan.keys())
            .make(new CachedPlacement()),
        baseline("chunk", "the first of an equal range of nodes", new ChunkPartitioner()),
        baseline("random", "the first of an equal random share of nodes", new RandomPartitioner()),
        baseline(
            "multilevel", "the first of a part of a multilevel cut", new MultilevelPartitioner()));
  }

  private static Policy<PlacementPolicy> baseline(
      String name, String help, Partitioner partitioner) {
    return Policy.of(PlacementPolicy.class, name, help)
        .paper(PAPER)
        .keys(PlacementPlan.keys())
        .make(new PartPlacement(partitioner));
  }
}
