package dev.atoll.train.gradient;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the ways to sum gradients. */
public final class SyncPolicies implements PolicyProvider {
  private static final Key<Long> BOUND =
      new Key<>(
          "sync.bound",
          new Whole(0, 1_000_000),
          1L,
          "the largest age, in steps, of a gradient in a sum (partial-reduce)");

  /** For the service loader. */
  public SyncPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sync.class, "all-reduce", "every worker sums a share and sends it to all")
            .always(new AllReduce()),
        Policy.of(Sync.class, "parameter-server", "every parameter is summed by its server")
            .always(new ParameterServer()),
        Policy.of(
                Sync.class,
                "partial-reduce",
                "some workers send gradients in turn, the last ones of the others count again")
            .paper("SkipG, a baseline of SANCUS; Partial Reduce: Miao et al., SIGMOD 2021")
            .keys(BOUND)
            .make(values -> new PartialReduce(Math.toIntExact(values.get(BOUND)))));
  }
}
