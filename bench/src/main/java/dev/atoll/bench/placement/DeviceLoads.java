package dev.atoll.bench.placement;

import dev.atoll.bench.DeviceDraws;
import dev.atoll.graph.CsrGraph;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/** A device that only loads feature rows of listed nodes. */
final class DeviceLoads implements AutoCloseable {
  private final DeviceGraph sampling;
  private final DeviceSampler sampler;
  private final Arena host = Arena.ofShared();
  private final Matrix features;

  /**
   * @param width elements of a row; all are zero
   */
  DeviceLoads(SamplingBackend device, CsrGraph graph, int width) {
    this.features = OwnedRows.matrix(graph.nodeCount(), width, host);
    this.sampling = device.sampling(DeviceDraws.adjacency(graph));
    this.sampler = sampling.newSampler();
  }

  /**
   * Copies rows to the device's memory, and the others to where it reads them from the host.
   *
   * @param near the nodes of rows in the device's memory; absent for all
   */
  TieredRows rows(Optional<int[]> near) {
    return sampling.rows(features, near.orElse(null), null);
  }

  /** Loads the rows of batches, one batch after the other. */
  RowReads load(List<long[]> batches, TieredRows rows) {
    var reads = new ReadCounts();
    for (long[] nodes : batches) {
      sampler.begin(nodes, 0, nodes.length);
      sampler.gather(rows);
      sampler.finish();
      for (RowTier tier : RowTier.values()) {
        long read = sampler.rowsRead(tier);
        reads.addOfDevice(tier, read, read * rows.rowBytes(), sampler.secondsRead(tier));
      }
      sampler.release();
    }
    return reads.take();
  }

  @Override
  public void close() {
    sampler.close();
    sampling.close();
    host.close();
  }
}
