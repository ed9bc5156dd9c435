package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.train.cost.BroadcastCounts;
import dev.atoll.train.cost.PhaseTimes;

/**
 * The connections, device and counters of a worker's exchanges.
 *
 * @param workers for decisions that all workers make together
 * @param carrier for rows, which travel while the caller computes
 * @param buffers counts the memory of messages, of all exchanges of a worker
 * @param times counts the seconds of waiting
 */
public record ExchangeContext(
    Communicator workers,
    Communicator carrier,
    Backend backend,
    BufferBytes buffers,
    PhaseTimes times,
    BroadcastCounts broadcasts) {
  public int rank() {
    return workers.rank();
  }

  public int size() {
    return workers.size();
  }
}
