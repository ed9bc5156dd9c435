package dev.atoll.train.halo.cagnet;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.halo.BoundarySampler;
import java.util.List;

/** Registers CAGNET's broadcasts. */
public final class CagnetPolicies implements PolicyProvider {
  /** For the service loader. */
  public CagnetPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(BoundarySampler.class, "all", "all rows of all workers, read or not")
            .paper("CAGNET: Tripathy et al., SC 2020")
            .always(new WholeBlocks()));
  }
}
