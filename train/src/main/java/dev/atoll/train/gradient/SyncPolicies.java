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
  private static final Key<Long> STALENESS =
      new Key<>(
          "sync.staleness",
          new Whole(0, 1024),
          0L,
          "steps that a worker may be ahead of the slowest, and updates that its parameters lack"
              + " (parameter-server)");

  /** For the service loader. */
  public SyncPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sync.class, "all-reduce", "every worker sums a share and sends it to all")
            .always(new AllReduce()),
        Policy.of(
                Sync.class,
                "parameter-server",
                "every parameter is moved by its server, which holds the optimizer's state")
            .paper("ByteGNN: Zheng et al., VLDB 2022; stale-synchronous: Ho et al., NIPS 2013")
            .keys(STALENESS)
            .make(values -> new ParameterServer(values.integer(STALENESS))),
        Policy.of(
                Sync.class,
                "partial-reduce",
                "partial reduce: workers send gradients in turn, stale ones of the others are"
                    + " reused")
            .paper("SkipG, a baseline of SANCUS; Partial Reduce: Miao et al., SIGMOD 2021")
            .keys(BOUND)
            .make(values -> new PartialReduce(Math.toIntExact(values.get(BOUND)))));
  }
}
