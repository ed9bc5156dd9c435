package dev.atoll.train.model.light;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.model.LayerKind;
import java.util.List;

/** Registers {@code light} and {@code none}, the models without weights. */
public final class LightPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public LightPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(LayerKind.class, "light", "the mean of GCN's sums over all rounds, no weights")
            .paper("LightGCN: He et al., SIGIR 2020")
            .always(new Light(true)),
        Policy.of(LayerKind.class, "none", "no layers: the input rows are the output")
            .always(new Light(false)));
  }
}
