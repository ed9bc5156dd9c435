package dev.atoll.train.sampling.saint;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers GraphSAINT. */
public final class SaintPolicies implements PolicyProvider {
  private static final Key<SaintSampling.Kind> KIND =
      new Key<>(
          "sampler.saint",
          new Constant<>(SaintSampling.Kind.class),
          SaintSampling.Kind.WALK,
          "sampler of a subgraph's nodes: by nodes, edges or random walks (saint)");
  private static final Key<Long> BUDGET =
      new Key<>(
          "sampler.saint.budget",
          new Whole(1, 1 << 27),
          2000L,
          "nodes, edges or walks that a worker draws for a subgraph (saint)");
  private static final Key<Long> LENGTH =
      new Key<>("sampler.saint.length", new Whole(1, 1000), 4L, "edges of a walk (saint)");

  /** Called by the service loader. */
  public SaintPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "saint", "one random subgraph for all layers of a step")
            .paper("GraphSAINT: Zeng et al., ICLR 2020")
            .keys(KIND, BUDGET, LENGTH)
            .make(
                values ->
                    new SaintSampling(
                        values.get(KIND), values.integer(BUDGET), values.integer(LENGTH))));
  }
}
