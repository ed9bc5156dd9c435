package dev.atoll.train.gradient;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the ways to sum gradients: {@code all-reduce} and {@code parameter-server}. */
public final class SyncPolicies implements PolicyProvider {
  /** For the service loader. */
  public SyncPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sync.class, "all-reduce", "every worker sums a share and sends it to all")
            .always(new AllReduce()),
        Policy.of(Sync.class, "parameter-server", "every parameter is summed by its server")
            .always(new ParameterServer()));
  }
}
