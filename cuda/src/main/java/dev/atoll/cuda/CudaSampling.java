package dev.atoll.cuda;

import dev.atoll.cuda.driver.CopyThreads;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.Opened;
import dev.atoll.cuda.driver.PinnedMemory;
import dev.atoll.cuda.driver.Staging;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.device.PooledWorkspace;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.MemorySegment;

/** A graph in the GPU's memory, or in host memory that the GPU reads if it does not fit. */
final class CudaSampling implements DeviceGraph {
  /**
   * The share of the free memory for the graph: rows, batches and activations take theirs later.
   */
  static final double MOST = 0.5;

  private final Gpu gpu;
  private final Device device;
  private final Stream computing;
  private final long cacheBytes;
  private final CopyThreads copying;
  private final Opened opened = new Opened();
  private final Stream stream;
  private final Staging staging;
  private final Workspace memory;
  private final Adjacency graph;
  private final boolean readsHost;
  private final long rowStarts;
  private final long neighbors;
  private final long ids;
  private final long degrees;

  /**
   * @param computing the backend's stream
   * @param threads of the host that copy rows of pageable memory
   * @param most the share of the free memory that the graph may take
   */
  CudaSampling(
      Gpu gpu,
      Device device,
      Stream computing,
      long cacheBytes,
      int threads,
      Adjacency graph,
      double most) {
    this.gpu = gpu;
    this.device = device;
    this.computing = computing;
    this.cacheBytes = cacheBytes;
    this.graph = graph;
    try {
      copying = opened.add(new CopyThreads(threads), CopyThreads::close);
      stream = opened.add(new Stream(gpu), Stream::close);
      staging = opened.add(new Staging(gpu, stream), Staging::close);
      memory =
          opened.add(new PooledWorkspace(device, new DeviceAllocator(stream)), Workspace::close);
      opened.add(stream, Stream::synchronize); // before the rest is freed where an upload fails
      long bytes = (graph.nodes() + 1L) * Long.BYTES + graph.edges() * Integer.BYTES;
      readsHost = bytes > most * gpu.freeBytes();
      rowStarts = take(graph.rowStarts(), DType.I64, graph.nodes() + 1L);
      neighbors = take(graph.neighbors(), DType.I32, graph.edges());
      ids = graph.ids() == null ? 0 : upload(graph.ids(), DType.I32, graph.nodes());
      degrees = graph.degrees() == null ? 0 : upload(graph.degrees(), DType.I32, graph.nodes());
      opened.add(stream, Stream::synchronize); // last, so that closing begins with it
      stream.synchronize();
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
  }

  private long take(MemorySegment elements, DType type, long count) {
    if (!readsHost) {
      return upload(elements, type, count);
    }
    PinnedMemory host = pin(count * type.bytes());
    MemorySegment.copy(elements, 0, host.segment(), 0, count * type.bytes());
    return host.address();
  }

  private long upload(MemorySegment elements, DType type, long count) {
    Buffer buffer = memory.buffer(type, count);
    staging.upload(elements, buffer);
    return buffer.data().address();
  }

  private PinnedMemory pin(long bytes) {
    return opened.add(new PinnedMemory(gpu, bytes), PinnedMemory::close);
  }

  @Override
  public DeviceSampler newSampler() {
    return new CudaSampler(gpu, device, computing, cacheBytes, this, copying);
  }

  @Override
  public TieredRows rows(Matrix host, int[] near, int[] pinned) {
    return new CudaRows(gpu, device, host, near, pinned);
  }

  @Override
  public long freeBytes() {
    return gpu.freeBytes();
  }

  @Override
  public long heldBytes() {
    return memory.heldBytes();
  }

  @Override
  public boolean readsHost() {
    return readsHost;
  }

  int nodeCount() {
    return graph.nodes();
  }

  long edgeCount() {
    return graph.edges();
  }

  long rowStarts() {
    return rowStarts;
  }

  long neighbors() {
    return neighbors;
  }

  /** 0 where nodes are named by their numbers. */
  long ids() {
    return ids;
  }

  /** 0 where no degrees were given. */
  long degrees() {
    return degrees;
  }

  @Override
  public void close() {
    opened.close();
  }
}
