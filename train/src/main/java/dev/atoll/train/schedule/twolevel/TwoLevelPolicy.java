package dev.atoll.train.schedule.twolevel;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.schedule.Schedule;
import java.util.List;

/** Registers the schedule {@code two-level}. */
public final class TwoLevelPolicy implements PolicyProvider {
  private static final Key<Double> THRESHOLD =
      new Key<>(
          "schedule.threshold",
          new KeyType.Decimal(0, 1e9),
          100.0,
          "the score at which a batch is launched (two-level)");
  private static final Key<Long> MOST =
      new Key<>(
          "schedule.most",
          new KeyType.Whole(2, 1024),
          16L,
          "batches launched and not yet computed, at most (two-level)");
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
            .keys(THRESHOLD, MOST, LEAST_FETCH, BRANCHES)
            .make(
                values ->
                    new TwoLevel(
                        values.get(THRESHOLD),
                        values.integer(MOST),
                        values.get(LEAST_FETCH),
                        values.get(BRANCHES))));
  }
}
