package dev.atoll.train.sampling.locality;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers locality-aware sampling. */
public final class LocalityPolicies implements PolicyProvider {
  private static final Key<Double> SCALE =
      new Key<>(
          "sampler.scale",
          new Decimal(0, 1e6),
          LocalitySampling.ADAPTIVE,
          "factor on the probability of near nodes (local-aware; 0 = adapts to the reads)");
  private static final Key<Double> COMPUTE_COST =
      new Key<>(
          "sampler.computeCost",
          new Decimal(0, 1e6),
          1.0,
          "cost of computing a node of a batch, relative to reading a far row (local-aware)");

  /** For the service loader. */
  public LocalityPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "local-aware", "neighbours as uniform does, near ones more often")
            .paper("Song and Jiang: Rethinking Graph Data Placement, 2022")
            .keys(SCALE, COMPUTE_COST)
            .make(values -> new LocalitySampling(values.get(SCALE), values.get(COMPUTE_COST))));
  }
}
