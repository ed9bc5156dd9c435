package dev.atoll.train.model.gcn;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.model.LayerKind;
import java.util.List;

/** Registers the layers {@code gcn}. */
public final class GcnPolicy implements PolicyProvider {
  private static final Key<Double> DIAGONAL =
      new Key<>(
          "model.diagonal",
          new KeyType.Decimal(0, 1000),
          0.0,
          "λ of ClusterGCN's diagonal enhancement; 0 for none (gcn)");

  /** Called by the service loader. */
  public GcnPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(LayerKind.class, "gcn", "sums over neighbours, weighed by degrees")
            .paper("GCN: Kipf and Welling, ICLR 2017")
            .keys(DIAGONAL)
            .make(values -> new Gcn(values.number(DIAGONAL))));
  }
}
