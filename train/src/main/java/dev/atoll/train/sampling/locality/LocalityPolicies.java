package dev.atoll.train.sampling.locality;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Text;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policies;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.policy.Values;
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
  private static final Key<Double> COMPUTE_COST =
      new Key<>(
          "sampler.computeCost",
          new Decimal(0, 1e6),
          1.0,
          "cost of computing a node of a batch, relative to reading a far row (local-aware)");

  private static final Key<String> BASE =
      new Key<>(
          "sampler.base",
          new Text("a sampler of neighbours or layers: uniform, ladies or fastgcn"),
          "uniform",
          "the sampler whose near nodes are favoured: uniform, ladies or fastgcn (local-aware)");
  private static final Key<ScaleRule.Clock> CLOCK =
      new Key<>(
          "sampler.clock",
          new Constant<>(ScaleRule.Clock.class),
          ScaleRule.Clock.COUNTED,
          "cost that an adaptive scale follows: counted reads, which repeat, or measured times"
              + " (local-aware)");
  private static final Key<Double> LOWER =
      new Key<>(
          "sampler.lower",
          new Decimal(0, 1),
          AdaptiveScale.PUBLISHED.lower(),
          "share of loading below which an adaptive scale goes back halfway (local-aware)");
  private static final Key<Double> UPPER =
      new Key<>(
          "sampler.upper",
          new Decimal(0, 1),
          AdaptiveScale.PUBLISHED.upper(),
          "share of loading above which an adaptive scale is doubled (local-aware)");
  private static final Key<Double> MAX_SCALE =
      new Key<>(
          "sampler.maxScale",
          new Decimal(1, 1e6),
          AdaptiveScale.PUBLISHED.most(),
          "the largest adaptive scale (local-aware)");
  private static final Key<Long> FAVOURED =
      new Key<>(
          "sampler.favoured",
          new Whole(0, Integer.MAX_VALUE),
          (long) LocalitySampling.AS_MANY_AS_NEAR,
          "nodes that are favoured in a layer but the input layer (local-aware; 0 = 8192, but no"
              + " more than are near)");

  /** Called by the service loader. */
  public LocalityPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    List<Key<?>> keys = new ArrayList<>(LayerwisePolicies.keys());
    keys.addAll(List.of(SCALE, COMPUTE_COST, BASE, CLOCK, LOWER, UPPER, MAX_SCALE, FAVOURED));
    return List.of(
        Policy.of(Sampling.class, "local-aware", "draws as its base does, near nodes more often")
            .paper("Song and Jiang: Rethinking Graph Data Placement, 2022")
            .keys(keys.toArray(Key<?>[]::new))
            .make(LocalityPolicies::sampling));
  }

  private static LocalitySampling sampling(Values values) {
    var bounds =
        new AdaptiveScale.Bounds(values.get(LOWER), values.get(UPPER), values.get(MAX_SCALE));
    return new LocalitySampling(
        Policies.named(Sampling.class, values.get(BASE)).make(values),
        values.get(SCALE),
        new ScaleRule(values.get(CLOCK), values.get(COMPUTE_COST), bounds),
        values.integer(FAVOURED));
  }
}
