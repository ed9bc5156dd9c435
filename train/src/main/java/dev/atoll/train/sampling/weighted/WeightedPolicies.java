package dev.atoll.train.sampling.weighted;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers sampling by edge weights. */
public final class WeightedPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public WeightedPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "weighted", "neighbours in proportion to the weights of edges")
            .always(new WeightedSampling()));
  }
}
