package dev.atoll.train.schedule;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the schedules {@code prefetch} and {@code sequential}. */
public final class SchedulePolicies implements PolicyProvider {
  private static final Key<Long> DEPTH =
      new Key<>(
          "schedule.depth",
          new KeyType.Whole(Prefetch.BY_THREADS, 64),
          (long) Prefetch.BY_THREADS,
          "batches made ahead; 0: as many as a worker has threads, 2 to 16 (prefetch)");

  /** Called by the service loader. */
  public SchedulePolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Schedule.class, "prefetch", "some batches ahead of the one that is computed")
            .keys(DEPTH)
            .make(values -> new Prefetch(values.integer(DEPTH))),
        Policy.of(Schedule.class, "sequential", "each batch when it is needed")
            .always(new Sequential()));
  }
}
