package dev.atoll.app.plan;

import dev.atoll.app.plan.Work.Reach;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;

/** Counts of work by kind. Many threads may add to it. */
final class WorkCounts {
  private final Map<Work, Map<Reach, DoubleAdder>> amounts = new EnumMap<>(Work.class);

  WorkCounts() {
    for (Work work : Work.values()) {
      var byReach = new EnumMap<Reach, DoubleAdder>(Reach.class);
      for (Reach reach : Reach.values()) {
        byReach.put(reach, new DoubleAdder());
      }
      amounts.put(work, byReach);
    }
  }

  void add(Work work, Reach reach, double amount) {
    amounts.get(work).get(reach).add(amount);
  }

  double of(Work work, Reach reach) {
    return amounts.get(work).get(reach).sum();
  }

  /** The counts since the last call. */
  WorkCounts take() {
    var taken = new WorkCounts();
    amounts.forEach(
        (work, byReach) ->
            byReach.forEach((reach, amount) -> taken.add(work, reach, amount.sumThenReset())));
    return taken;
  }

  /** {@code this += share · other}. */
  void add(WorkCounts other, double share) {
    other.amounts.forEach(
        (work, byReach) ->
            byReach.forEach((reach, amount) -> add(work, reach, share * amount.sum())));
  }
}
