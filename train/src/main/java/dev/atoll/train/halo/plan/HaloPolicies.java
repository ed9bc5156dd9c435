package dev.atoll.train.halo.plan;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import java.util.List;

/** Registers the plain exchange: every row that is read, in every epoch. */
public final class HaloPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public HaloPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(BoundarySampler.class, "halo", "the rows that are read").always(new HaloRows()),
        Policy.of(RefreshRule.class, "always", "every worker in every epoch").always(new Always()));
  }
}
