package dev.atoll.examples.plugin;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.tensor.Activation;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers the policies of this plug-in: names, lines of help and settings are stated here. */
public final class ExamplePolicies implements PolicyProvider {
  private static final Key<Double> START =
      new Key<>(
          "sampler.start",
          new Decimal(0, 1),
          0.3,
          "the share of a run that draws one neighbour per node (growing)");

  private static final Key<Activation> ACTIVATION =
      new Key<>(
          "model.activation",
          new Constant<>(Activation.class),
          Activation.RELU,
          "the activation after hidden layers (mean)");

  /** For the service loader. */
  public ExamplePolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "growing", "one neighbour of every node at first, then fanouts")
            .keys(START)
            .make(values -> new GrowingSampling(values.get(START))),
        Policy.of(RefreshRule.class, "turns", "every worker in every other epoch")
            .always(new TakingTurns()),
        Policy.of(LayerKind.class, "mean", "the mean of the neighbours, projected")
            .keys(ACTIVATION)
            .make(values -> new Mean(values.get(ACTIVATION))));
  }
}
