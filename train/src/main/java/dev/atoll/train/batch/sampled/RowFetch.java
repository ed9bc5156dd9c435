package dev.atoll.train.batch.sampled;

import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.HostRows;
import java.lang.foreign.MemorySegment;

/**
 * Fetches the feature rows of a batch that a device has drawn; one for each batch in preparation.
 */
interface RowFetch extends AutoCloseable {
  /**
   * The rows of all nodes of a batch on the device.
   *
   * @param firstSeed of the batch; −1 without seeds
   */
  Matrix fetch(DeviceSampler sampler, int firstSeed);

  long heldBytes();

  @Override
  void close();

  /** Reads rows with the device itself. */
  record OfDevice(TieredRows rows, ReadCounts reads) implements RowFetch {
    private static final RowTier[] TIERS = RowTier.values();

    @Override
    public Matrix fetch(DeviceSampler sampler, int firstSeed) {
      Matrix found = sampler.gather(rows);
      sampler.finish();
      for (RowTier tier : TIERS) {
        long read = sampler.rowsRead(tier);
        reads.addOfDevice(tier, read, read * rows.rowBytes(), sampler.secondsRead(tier));
      }
      return found;
    }

    @Override
    public long heldBytes() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Reads rows on the host, its own and those of other workers, and uploads them. */
  final class OfHost implements RowFetch {
    private final Backend backend;
    private final BatchStore batches;
    private final Workspace device;
    private final Workspace host = CpuBackend.newHostWorkspace();
    private final GrowingBuffer nodes = new GrowingBuffer();
    private final boolean withDegrees;

    /**
     * @param withDegrees whether degrees travel with the rows, as they do where the host draws: the
     *     device has them already, but the traffic must not depend on which of them draws
     */
    OfHost(Backend backend, BatchStore batches, boolean withDegrees) {
      this.withDegrees = withDegrees;
      this.backend = backend;
      this.batches = batches;
      this.device = backend.newWorkspace();
    }

    @Override
    public Matrix fetch(DeviceSampler sampler, int firstSeed) {
      int count = sampler.nodeCount();
      device.reset();
      host.reset();
      nodes.reserve((long) count * Integer.BYTES);
      MemorySegment list = nodes.view((long) count * Integer.BYTES);
      sampler.copyNodes(list);
      FeatureStore store = batches.forBatch(firstSeed);
      Matrix fetched = host.matrix(count, store.width());
      store.gather(list, count, fetched, withDegrees ? new int[count] : null);
      Matrix rows = device.matrix(count, store.width());
      HostRows.upload(backend, fetched, rows);
      return rows;
    }

    @Override
    public long heldBytes() {
      return device.heldBytes() + host.heldBytes() + nodes.heldBytes();
    }

    @Override
    public void close() {
      device.close();
      host.close();
      nodes.close();
    }
  }
}
