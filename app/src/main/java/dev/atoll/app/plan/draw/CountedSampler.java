package dev.atoll.app.plan.draw;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.app.plan.kernel.Work;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.BlockEdges;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.sampled.HostHops;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Draws batches on the host for their sizes, and allocates the memory that a GPU would. */
final class CountedSampler implements DeviceSampler {
  private final CountingGpu gpu;
  private final Workspace memory;
  private final BlockEdges edges;
  private final long tableBytes;
  private final HostHops host;
  private final List<Csr> hops = new ArrayList<>();
  private final Map<RowTier, Integer> read = new EnumMap<>(RowTier.class);
  private int[] nodes = {};

  CountedSampler(CountedSampling graph) {
    this.gpu = graph.gpu();
    this.memory = gpu.newWorkspace();
    this.edges = new CountedBlockEdges(gpu, memory);
    this.host = graph.host();
    this.tableBytes = 2L * graph.nodeCount() * Integer.BYTES;
    gpu.allocate(tableBytes);
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    memory.reset();
    hops.clear();
    nodes = Arrays.stream(seeds, from, to).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public void hop(int fanout, long key) {
    long begun = System.nanoTime();
    int targets = nodes.length;
    long drawn;
    try (var batch = SampledBatch.ofLayers(1)) {
      nodes = host.draw(nodes, fanout, new RandomKey(key), batch);
      drawn = batch.block(0).edgeCount();
    }
    gpu.draws().hop(drawn);
    long most = fanout == Adjacency.ALL ? drawn : (long) targets * fanout;
    Buffer starts = memory.buffer(DType.I64, targets + 1L);
    Buffer column = memory.buffer(DType.I32, most);
    hops.add(Csr.pattern(targets, nodes.length, drawn, starts, column));
    gpu.draws().emulatedSince(begun);
  }

  @Override
  public int nodeCount() {
    return nodes.length;
  }

  @Override
  public Buffer nodes() {
    return memory.buffer(DType.I32, nodes.length);
  }

  @Override
  public void copyNodes(MemorySegment into) {
    MemorySegment.copy(nodes, 0, into, JAVA_INT_UNALIGNED, 0, nodes.length);
    gpu.count(Work.COPIES, (double) nodes.length * Integer.BYTES);
  }

  private Buffer ofNodes(DType type) {
    gpu.count(Work.ROWS, (double) nodes.length * type.bytes());
    return memory.buffer(type, nodes.length);
  }

  @Override
  public Buffer ids() {
    return ofNodes(DType.I64);
  }

  @Override
  public Buffer degrees() {
    return ofNodes(DType.I32);
  }

  @Override
  public Csr drawn(int hop) {
    return hops.get(hop);
  }

  @Override
  public BlockEdges edges() {
    return edges;
  }

  @Override
  public Matrix gather(TieredRows rows) {
    long begun = System.nanoTime();
    read.clear();
    for (int node : nodes) {
      read.merge(((CountedRows) rows).tier(node), 1, Integer::sum);
    }
    gpu.count(Work.ROWS, (double) rowsRead(RowTier.DEVICE) * rows.rowBytes());
    gpu.draws()
        .rows(
            rowsRead(RowTier.PINNED) * rows.rowBytes(),
            rowsRead(RowTier.PAGEABLE) * rows.rowBytes());
    gpu.draws().emulatedSince(begun);
    return memory.matrix(nodes.length, rows.width());
  }

  @Override
  public int rowsRead(RowTier tier) {
    return read.getOrDefault(tier, 0);
  }

  /** The time is unknown, because nothing is read. */
  @Override
  public double secondsRead(RowTier tier) {
    return 0;
  }

  @Override
  public void finish() {}

  @Override
  public void release() {}

  @Override
  public long heldBytes() {
    return memory.heldBytes() + tableBytes;
  }

  @Override
  public void close() {
    memory.close();
  }
}
