package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import java.util.List;

/** Registers PaGraph's placement. */
public final class PagraphPolicies implements PolicyProvider {
  private static final Key<PagraphPlacement.Seeds> SEEDS =
      new Key<>(
          "placement.seeds",
          new Constant<>(PagraphPlacement.Seeds.class),
          PagraphPlacement.Seeds.OWN,
          "the training nodes of a logical device: those of its own part, as published, or any"
              + " (pagraph)");

  /** Called by the service loader. */
  public PagraphPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                PlacementPolicy.class,
                "pagraph",
                "the nodes around training nodes that most others read")
            .paper("PaGraph: Lin et al., SoCC 2020")
            .keys(PlacementPlan.keysAnd(SEEDS))
            .make(values -> new PagraphPlacement(values.get(SEEDS))));
  }
}
