package dev.atoll.train.placement;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the placements of Song and Jiang, and their baselines but PaGraph. */
public final class PlacementPolicies implements PolicyProvider {
  private static final String PAPER = "Song and Jiang: Rethinking Graph Data Placement, 2022";

  /** Called by the service loader. */
  public PlacementPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(PlacementPolicy.class, "owner", "no row: each is read from its owner")
            .always(new OwnerPlacement()),
        Policy.of(PlacementPolicy.class, "cached", "the rows that will most probably be read")
            .paper(PAPER)
            .keys(PlacementPlan.keys())
            .always(new CachedPlacement()),
        baseline("chunk", "rows of an equal range of nodes"),
        baseline("random", "rows of an equal random share of nodes"),
        baseline("multilevel", "rows of a part of a multilevel cut"));
  }

  /** A placement by the partitioner of the same name. */
  private static Policy<PlacementPolicy> baseline(String name, String help) {
    return Policy.of(PlacementPolicy.class, name, help)
        .paper(PAPER)
        .keys(PlacementPlan.keys())
        .always(new PartPlacement(name, PartitionPlacer.Keep.MOST_READ));
  }
}
