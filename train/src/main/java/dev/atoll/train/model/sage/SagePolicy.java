package dev.atoll.train.model.sage;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
import java.util.List;

/** Registers the layers {@code sage}. */
public final class SagePolicy implements PolicyProvider {
  private static final Key<Aggregator> AGGREGATOR =
      new Key<>(
          "model.aggregator",
          new KeyType.Constant<>(Aggregator.class),
          Aggregator.MEAN,
          "aggregation of neighbours (sage)");

  /** Called by the service loader. */
  public SagePolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(LayerKind.class, "sage", "a node's own row beside an aggregate of its neighbours")
            .paper("GraphSAGE: Hamilton et al., NeurIPS 2017")
            .keys(AGGREGATOR)
            .make(values -> new Sage(values.get(AGGREGATOR))));
  }
}
