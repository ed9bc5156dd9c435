package dev.atoll.train.batch.sampled;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.store.FeatureStore;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The parts shared by all batches that a worker's device samples. */
public record DeviceWork(
    DeviceGraph sampling,
    Optional<TieredRows> rows,
    Supplier<FeatureStore> store,
    Fanouts fanouts,
    Supplier<SeedLoss> seedLoss,
    NodeNumbering numbering,
    boolean learnsInput,
    Set<EdgeNorm> norms,
    ReadCounts reads,
    PhaseTimes times)
    implements AutoCloseable {
  private static final int MOST_THREADS = 2;

  /** Whether any norm weighs edges by degrees. */
  boolean readsDegrees() {
    return norms.stream().anyMatch(EdgeNorm::readsDegrees);
  }

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
        : new RowFetch.OfHost(backend, store.get(), readsDegrees());
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
