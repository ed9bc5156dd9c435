package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import java.util.List;

/** Registers PaGraph's placement. */
public final class PagraphPolicies implements PolicyProvider {
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
            .keys(PlacementPlan.keys())
            .always(new PagraphPlacement()));
  }
}
