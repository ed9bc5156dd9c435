package dev.atoll.bench;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.SamplingBackend;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Draws the batches of the host on a device, for comparison. */
public final class DeviceDraws implements AutoCloseable {
  private final Backend backend;
  private final DeviceGraph sampling;
  private final DeviceSampler sampler;
  private final Fanouts fanouts;

  DeviceDraws(SamplingBackend backend, CsrGraph graph, Fanouts fanouts) {
    this.backend = backend;
    this.fanouts = fanouts;
    this.sampling = backend.sampling(adjacency(graph));
    this.sampler = sampling.newSampler();
  }

  /** The adjacency of a graph, to be copied to a device; nodes have the dataset's numbers. */
  public static Adjacency adjacency(CsrGraph graph) {
    return new Adjacency(
        graph.nodeCount(),
        graph.edgeCount(),
        graph.rows().rowStarts(),
        graph.rows().neighbors(),
        null,
        null);
  }

  void draw(SeedPlan plan, int step, RandomKey key) {
    sampler.begin(plan.seeds(), plan.from(step), plan.to(step));
    for (int layer = 0; layer < fanouts.layers(); layer++) {
      sampler.hop(fanouts.at(layer), key.child(layer).bits());
    }
    sampler.finish();
  }

  /** Whether the batch drawn last equals a batch of the host. */
  boolean isSame(SampledBatch batch) {
    boolean same = isSame(sampler.nodes(), batch.nodes());
    for (int layer = 0; layer < fanouts.layers(); layer++) {
      SampledBlock block = batch.block(layer);
      Csr drawn = sampler.drawn(layer);
      same &=
          drawn.rows() == block.targetCount()
              && drawn.nonZeros() == block.edgeCount()
              && isSame(drawn.rowStart(), block.rowStart())
              && isSame(drawn.column(), block.column());
    }
    return same;
  }

  private boolean isSame(Buffer device, MemorySegment host) {
    long count = host.byteSize() / device.type().bytes();
    if (device.length() < count) {
      return false;
    }
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment found = passing.allocate(host.byteSize(), Long.BYTES);
      backend.download(device.view(0, count), found);
      return found.mismatch(host) < 0;
    }
  }

  @Override
  public void close() {
    sampler.close();
    sampling.close();
  }
}
