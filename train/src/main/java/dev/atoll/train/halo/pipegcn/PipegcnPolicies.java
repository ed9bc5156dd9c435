package dev.atoll.train.halo.pipegcn;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.halo.RefreshRule;
import java.util.List;

/** Registers PipeGCN's refresh rule. */
public final class PipegcnPolicies implements PolicyProvider {
  private static final Key<Long> LAG =
      new Key<>(
          "exchange.lag",
          new Whole(0, 1),
          1L,
          "epochs after which rows are awaited; 0 for at once, which is exact (pipelined)");
  private static final Key<Smoothed> SMOOTHING =
      new Key<>(
          "exchange.smoothing",
          new Constant<>(Smoothed.class),
          Smoothed.NONE,
          "the stale rows that are averaged over epochs (pipelined)");

  /** γ, the weight of the average so far, as published. */
  private static final double DECAY = 0.95;

  /** Called by the service loader. */
  public PipegcnPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(RefreshRule.class, "pipelined", "every worker; read in the next epoch")
            .paper("PipeGCN: Wan et al., ICLR 2022")
            .keys(LAG, SMOOTHING)
            .make(values -> new Pipelined(values.integer(LAG), values.get(SMOOTHING), DECAY)));
  }
}
