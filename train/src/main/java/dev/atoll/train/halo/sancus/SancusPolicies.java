package dev.atoll.train.halo.sancus;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.halo.RefreshRule;
import java.util.List;
import java.util.function.Function;

/** Registers the refresh rules of SANCUS. */
public final class SancusPolicies implements PolicyProvider {
  private static final String PAPER = "SANCUS: Peng et al., VLDB 2022";

  /** For the service loader. */
  public SancusPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        rule(
            "epoch-fixed",
            "all workers, when their last broadcasts are too old",
            PAPER,
            values -> new EpochFixed(StalenessBound.epochs(values))),
        rule(
            "epoch-adaptive",
            "two workers at a time, when their last broadcasts are too old",
            PAPER,
            values -> new EpochAdaptive(StalenessBound.epochs(values))),
        rule(
            "variation-gap",
            "a worker whose embeddings have moved too far",
            PAPER,
            values -> new VariationGap(values.get(StalenessBound.KEY))),
        rule(
            "peer-gap",
            "a worker, to peers for which its embeddings have moved too far",
            PAPER + ", refined",
            values -> new PeerGap(values.get(StalenessBound.KEY))),
        rule(
            "skip-gradient",
            "embeddings always, gradients when the last ones are too old",
            PAPER + ", a baseline",
            values -> new SkipGradient(StalenessBound.epochs(values))));
  }

  private static Policy<RefreshRule> rule(
      String name, String help, String paper, Function<Values, RefreshRule> make) {
    return Policy.of(RefreshRule.class, name, help)
        .paper(paper)
        .keys(StalenessBound.KEY)
        .make(make);
  }
}
