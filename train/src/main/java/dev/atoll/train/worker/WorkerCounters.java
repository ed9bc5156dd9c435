package dev.atoll.train.worker;

import dev.atoll.train.cost.BroadcastCounts;
import dev.atoll.train.cost.PartGroup;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.ReadCounts;

/**
 * The costs that a worker counts.
 *
 * @param part the workers on its machine, to which bytes do not count
 */
record WorkerCounters(
    PartGroup part, PhaseTimes times, ReadCounts reads, BroadcastCounts broadcasts) {
  WorkerCounters(int rank, int trainers) {
    this(new PartGroup(rank, trainers));
  }

  private WorkerCounters(PartGroup part) {
    this(part, new PhaseTimes(), new ReadCounts(part), new BroadcastCounts());
  }
}
