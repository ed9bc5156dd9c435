package dev.atoll.train.batch.sampled;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.cost.ReadCounts;
import java.util.Optional;

/**
 * The parts shared by all batches that a worker's device samples.
 *
 * @param shared the parts that batches of the host and of the device have in common
 * @param rows feature rows that the device reads itself; empty if the host fetches them
 */
public record DeviceWork(
    SampledWork shared,
    DeviceGraph sampling,
    Optional<TieredRows> rows,
    Fanouts fanouts,
    ReadCounts reads)
    implements AutoCloseable {
  private static final int MOST_THREADS = 2;

  /**
   * The number of host threads that prepare batches. Two keep a device busy that fetches rows
   * itself; every batch in preparation takes its memory.
   */
  int threads(int ofHost) {
    return rows.isPresent() ? Math.min(ofHost, MOST_THREADS) : ofHost;
  }

  RowFetch fetch(Backend backend) {
    return rows.isPresent()
        ? new RowFetch.OfDevice(rows.get(), reads)
        : new RowFetch.OfHost(backend, shared.input().store().get(), shared.input().readsDegrees());
  }

  /** Bytes on the device that all batches share. */
  long heldBytes() {
    return sampling.heldBytes() + rows.map(TieredRows::heldBytes).orElse(0L);
  }

  @Override
  public void close() {
    rows.ifPresent(TieredRows::close);
    sampling.close();
  }
}
