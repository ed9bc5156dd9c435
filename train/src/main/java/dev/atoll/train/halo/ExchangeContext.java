package dev.atoll.train.halo;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.train.cost.BroadcastCounts;
import dev.atoll.train.cost.PhaseTimes;

/**
 * What an exchange works with.
 *
 * @param workers for what all workers settle on the spot
 * @param carrier for rows, which travel while the caller goes on
 * @param rooms counts the memory of messages, of all exchanges of a worker
 * @param times where waiting is counted
 */
public record ExchangeContext(
    Communicator workers,
    Communicator carrier,
    Backend backend,
    BufferBytes rooms,
    PhaseTimes times,
    BroadcastCounts broadcasts) {
  int rank() {
    return workers.rank();
  }

  int size() {
    return workers.size();
  }
}
