package dev.atoll.train.schedule.twolevel;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.schedule.Schedule;
import java.util.List;

/** Registers the schedule {@code two-level}. */
public final class TwoLevelPolicy implements PolicyProvider {
  /** The score at which a batch is launched. */
  private static final double THRESHOLD = 100;

  /** Batches launched and not yet computed, at most: the bound of memory. */
  private static final int MOST = 16;

  private static final Key<Long> LEAST_FETCH =
      new Key<>(
          "schedule.leastFetch",
          new KeyType.Whole(0, Long.MAX_VALUE),
          0L,
          "feature values from which a hop is fetched by itself, smaller ones with the next hop"
              + " (two-level)");
  private static final Key<TwoLevel.Branching> BRANCHES =
      new Key<>(
          "schedule.branches",
          new KeyType.Constant<>(TwoLevel.Branching.class),
          TwoLevel.Branching.JOINED,
          "neighbourhoods of seeds, positives and negatives: one of all, or three in parallel"
              + " (two-level)");

  /** Called by the service loader. */
  public TwoLevelPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Schedule.class, "two-level", "batches by a score of CPU use, stages by priority")
            .paper("ByteGNN: Zheng et al., VLDB 2022")
            .keys(LEAST_FETCH, BRANCHES)
            .make(
                values ->
                    new TwoLevel(THRESHOLD, MOST, values.get(LEAST_FETCH), values.get(BRANCHES))));
  }
}
