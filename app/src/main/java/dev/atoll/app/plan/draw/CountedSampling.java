package dev.atoll.app.plan.draw;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.sampled.HostHops;

/** Counts the memory of a graph on a GPU, and samples it on the host. */
final class CountedSampling implements DeviceGraph {
  /** The share of free memory for the graph, as on a real GPU. */
  private static final double MOST = 0.5;

  private final CountingGpu gpu;
  private final Adjacency graph;
  private final HostHops host;
  private final boolean readsHost;
  private final long heldBytes;

  CountedSampling(CountingGpu gpu, Adjacency graph) {
    this.gpu = gpu;
    this.graph = graph;
    this.host = new HostHops(graph);
    long bytes = (graph.nodes() + 1L) * Long.BYTES + graph.edges() * Integer.BYTES;
    long ofNodes = (long) graph.nodes() * Integer.BYTES;
    this.readsHost = bytes > MOST * gpu.freeBytes();
    this.heldBytes =
        (readsHost ? 0 : bytes)
            + (graph.ids() == null ? 0 : ofNodes)
            + (graph.degrees() == null ? 0 : ofNodes);
    gpu.allocate(heldBytes);
    gpu.allocatePinned(readsHost ? bytes : 0);
  }

  CountingGpu gpu() {
    return gpu;
  }

  int nodeCount() {
    return graph.nodes();
  }

  /** The sampling on the host that stands in for the device. */
  HostHops host() {
    return host;
  }

  @Override
  public DeviceSampler newSampler() {
    return new CountedSampler(this);
  }

  @Override
  public TieredRows rows(Matrix host, int[] near, int[] pinned) {
    return new CountedRows(gpu, host, near, pinned);
  }

  @Override
  public long freeBytes() {
    return gpu.freeBytes();
  }

  @Override
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  public boolean readsHost() {
    return readsHost;
  }

  @Override
  public void close() {}
}
