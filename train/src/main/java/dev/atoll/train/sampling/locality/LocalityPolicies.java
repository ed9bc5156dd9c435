package dev.atoll.train.sampling.locality;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Text;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.layerwise.LayerwisePolicies;
import java.util.ArrayList;
import java.util.List;

/** Registers locality-aware sampling. */
public final class LocalityPolicies implements PolicyProvider {
  private static final Key<Double> SCALE =
      new Key<>(
          "sampler.scale",
          new Decimal(0, 1e6),
          LocalitySampling.ADAPTIVE,
          "factor on the probability of near nodes (local-aware; 0 = adapts to the reads)");
  private static final Key<String> BASE =
      new Key<>(
          "sampler.base",
          new Text("a sampler of neighbours or layers: uniform, ladies or fastgcn"),
          "uniform",
          "the sampler whose near nodes are favoured: uniform, ladies or fastgcn (local-aware)");

  /** Called by the service loader. */
  public LocalityPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    List<Key<?>> keys = new ArrayList<>(LayerwisePolicies.keys());
    keys.addAll(List.of(SCALE, BASE));
    return List.of(
        Policy.of(Sampling.class, "local-aware", "draws as its base does, near nodes more often")
            .paper("Song and Jiang: Rethinking Graph Data Placement, 2022")
            .keys(keys.toArray(Key<?>[]::new))
            .make(LocalityPolicies::sampling));
  }

  private static LocalitySampling sampling(Values values) {
    return new LocalitySampling(
        Policies.named(Sampling.class, values.get(BASE)).make(values), values.get(SCALE));
  }
}
