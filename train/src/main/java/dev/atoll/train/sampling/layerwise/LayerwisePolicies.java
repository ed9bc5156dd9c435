package dev.atoll.train.sampling.layerwise;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Choice;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.sample.layerwise.LayerDraws;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers the samplers that draw nodes for whole layers. */
public final class LayerwisePolicies implements PolicyProvider {
  /** The value of {@link LayerDraws#POISSON}. */
  private static final String COINS = "coins";

  private static final Key<FastGcnSampling.Candidates> CANDIDATES =
      new Key<>(
          "sampler.candidates",
          new Constant<>(FastGcnSampling.Candidates.class),
          FastGcnSampling.Candidates.NEIGHBORS,
          "nodes that a layer is drawn from: neighbours of its targets, or all nodes with"
              + " repetition, as published (fastgcn)");

  private static final Key<String> DRAWS =
      new Key<>(
          "sampler.draws",
          Choice.of(COINS, "fixed"),
          COINS,
          "how nodes of a layer are drawn: by a coin for each, or a fixed number without"
              + " repetition, as published (ladies)");

  /** Called by the service loader. */
  public LayerwisePolicies() {}

  /** The settings of all of them. */
  public static List<Key<?>> keys() {
    return List.of(Layerwise.SIZE, CANDIDATES, DRAWS);
  }

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "fastgcn", "nodes for a whole layer, by a fixed weight")
            .paper("FastGCN: Chen, Ma and Xiao, ICLR 2018")
            .keys(Layerwise.SIZE, CANDIDATES)
            .make(
                values ->
                    new FastGcnSampling(
                        new LayerSizes(values.get(Layerwise.SIZE)), values.get(CANDIDATES))),
        Policy.of(Sampling.class, "ladies", "nodes for a whole layer, by the layer's targets")
            .paper("LADIES: Zou et al., NeurIPS 2019")
            .keys(Layerwise.SIZE, DRAWS)
            .make(
                values ->
                    new LadiesSampling(
                        new LayerSizes(values.get(Layerwise.SIZE)), draws(values.get(DRAWS)))));
  }

  private static LayerDraws draws(String value) {
    return value.equals(COINS) ? LayerDraws.POISSON : LayerDraws.FIXED;
  }
}
