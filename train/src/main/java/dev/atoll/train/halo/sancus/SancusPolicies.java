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

  /** Called by the service loader. */
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
            "the workers whose broadcasts are oldest, so that none gets too old",
            PAPER,
            values -> new EpochAdaptive(StalenessBound.epochs(values))),
        rule(
            "epoch-adaptive-printed",
            "the first two workers whose broadcasts are too old, so that others get older still",
            PAPER + ", algorithm 5 as printed",
            values -> new FirstDue(StalenessBound.epochs(values))),
        gap(
            "variation-gap",
            "a worker whose embeddings have moved too far",
            PAPER,
            values -> new VariationGap(GapBound.of(values))),
        gap(
            "peer-gap",
            "a worker, to peers for which its embeddings have moved too far",
            PAPER + ", refined",
            values -> new PeerGap(GapBound.of(values))),
        staleGradients("stale-gradients"),
        staleGradients("skip-gradient"));
  }

  /** Two names: the older one is that of SANCUS's baseline, which is another method. */
  private static Policy<RefreshRule> staleGradients(String name) {
    return Policy.of(
            RefreshRule.class,
            name,
            "embeddings always, their gradients when the last ones are too old")
        .keys(StalenessBound.KEY)
        .make(values -> new StaleGradients(StalenessBound.epochs(values)));
  }

  private static Policy<RefreshRule> rule(
      String name, String help, String paper, Function<Values, RefreshRule> make) {
    return Policy.of(RefreshRule.class, name, help)
        .paper(paper)
        .keys(StalenessBound.KEY, SkippedDirections.KEY)
        .make(skipping(make));
  }

  private static Policy<RefreshRule> gap(
      String name, String help, String paper, Function<Values, RefreshRule> make) {
    return Policy.of(RefreshRule.class, name, help)
        .paper(paper)
        .keys(StalenessBound.KEY, GapBound.NORM, GapBound.CALIBRATION, SkippedDirections.KEY)
        .make(skipping(make));
  }

  private static Function<Values, RefreshRule> skipping(Function<Values, RefreshRule> make) {
    return values -> values.get(SkippedDirections.KEY).apply(make.apply(values));
  }
}
