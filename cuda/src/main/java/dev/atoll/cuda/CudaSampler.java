package dev.atoll.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.CopyThreads;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Opened;
import dev.atoll.cuda.driver.PinnedMemory;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.cuda.driver.StreamMark;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.device.PooledWorkspace;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.BlockEdges;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Starts the kernels of {@code sample.cu} on a separate stream. The host waits once per hop, for
 * the sizes; twice if all neighbours are drawn.
 */
final class CudaSampler implements DeviceSampler {
  static final Program SAMPLE = Program.of("sample.cu");

  /** Must equal the value in {@code sample.cu}. */
  private static final int FEW = 32;

  private static final int SCAN_THREADS = 256;
  private static final int SCAN_TILE = 4 * SCAN_THREADS;

  /** Counters on the device: edges of a hop, its new nodes, rows in pinned memory. */
  private static final int COUNTERS = 3;

  private static final long COUNTER_BYTES = COUNTERS * (long) Long.BYTES;

  private final CudaSampling graph;
  private final Device device;
  private final Opened opened = new Opened();
  private final Stream stream;
  private final ScratchBuffer scratch;
  private final Launcher launcher;
  private final Workspace memory;
  private final StreamMark used;
  private final PinnedMemory counted;
  private final CudaBlockEdges edges;
  private final RowGather gather;
  private final MemorySegment nodes;
  private final long table;
  private final long counters;
  private final PinnedList list;
  private final List<Csr> hops = new ArrayList<>();

  private int nodeCount;

  /**
   * @param computing the backend's stream
   * @param copying copies rows of pageable memory
   */
  CudaSampler(
      Gpu gpu,
      Device device,
      Stream computing,
      long cacheBytes,
      CudaSampling graph,
      CopyThreads copying) {
    this.graph = graph;
    this.device = device;
    try {
      stream = opened.add(new Stream(gpu), Stream::close);
      counted = opened.add(new PinnedMemory(gpu, COUNTER_BYTES), PinnedMemory::close);
      used = opened.add(new StreamMark(computing), StreamMark::close);
      list = opened.add(new PinnedList(gpu, stream), PinnedList::close);
      scratch = opened.add(new ScratchBuffer(stream), ScratchBuffer::close);
      launcher = new Launcher(gpu, stream, scratch, cacheBytes);
      memory =
          opened.add(new PooledWorkspace(device, new DeviceAllocator(stream)), Workspace::close);
      edges = new CudaBlockEdges(launcher, memory, this);
      gather = opened.add(new RowGather(gpu, stream, launcher, copying), RowGather::close);
      var fixed = opened.add(new DeviceAllocator(stream), DeviceAllocator::close);
      long nodeBytes = Math.ceilDiv(graph.nodeCount() + 1L, 2L) * Long.BYTES;
      MemorySegment taken = fixed.allocate(COUNTER_BYTES + 2 * nodeBytes);
      counters = taken.address();
      table = counters + COUNTER_BYTES;
      nodes = taken.asSlice(COUNTER_BYTES + nodeBytes, nodeBytes);
      launcher.arguments().integer(graph.nodeCount()).word(table);
      launcher.launchItems(SAMPLE, "clearTable", graph.nodeCount());
      opened.add(stream, Stream::synchronize);
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    int count = to - from;
    check(seeds, from, to);
    used.makeWait(stream);
    if (nodeCount > 0) {
      launcher.arguments().integer(nodeCount).word(nodes.address()).word(table);
      launcher.launchItems(SAMPLE, "forget", nodeCount);
    }
    memory.reset();
    hops.clear();
    nodeCount = count;
    stream.clear(counters, COUNTER_BYTES / Integer.BYTES);
    if (count == 0) {
      return;
    }
    stream.toDevice(pinned(seeds, from, count), nodes.address(), (long) count * Integer.BYTES);
    launcher.arguments().integer(count).word(nodes.address()).word(table);
    launcher.launchItems(SAMPLE, "listSeeds", count);
  }

  private void check(long[] seeds, int from, int to) {
    long[] sorted = Arrays.copyOfRange(seeds, from, to);
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] < 0 || sorted[i] >= graph.nodeCount()) {
        throw new IllegalArgumentException(
            "seed %d: expected a node from 0 to %d".formatted(sorted[i], graph.nodeCount() - 1));
      }
      if (i > 0 && sorted[i] == sorted[i - 1]) {
        throw new IllegalArgumentException(
            "seed %d is there twice: expected every seed once".formatted(sorted[i]));
      }
    }
  }

  /** The copy of the batch before is done: its first hop was awaited. */
  private PinnedMemory pinned(long[] seeds, int from, int count) {
    PinnedMemory pinned = list.take(count);
    for (int i = 0; i < count; i++) {
      pinned.segment().setAtIndex(JAVA_INT, i, (int) seeds[from + i]);
    }
    return pinned;
  }

  @Override
  public void hop(int fanout, long key) {
    int targets = nodeCount;
    Buffer starts = memory.buffer(DType.I64, targets + 1L);
    if (targets == 0) {
      stream.clear(starts.data().address(), 2);
      hops.add(Csr.pattern(0, 0, 0, starts, memory.buffer(DType.I32, 0)));
      return;
    }
    scan(
        targets,
        "pickSums",
        "pickStarts",
        counters,
        arguments ->
            graph(arguments.struct())
                .word(nodes.address())
                .integer(fanout)
                .word(targets)
                .buffer(starts)
                .end());
    long most = mostEdges(targets, fanout);
    Buffer column = memory.buffer(DType.I32, most);
    draw(targets, fanout, key, starts, column);
    number(targets, most, column);
    readCounters();
    long drawn = counter(0);
    nodeCount = Math.toIntExact(targets + counter(1));
    hops.add(Csr.pattern(targets, nodeCount, drawn, starts, column));
  }

  /** An upper bound on the edges drawn; counted exactly if the fanout gives no bound. */
  private long mostEdges(int targets, int fanout) {
    long most = (long) targets * fanout;
    if (fanout == Adjacency.ALL || most > graph.edgeCount()) {
      readCounters();
      most = counter(0);
    }
    if (most > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a hop of %d edges: expected at most %d; take smaller fanouts or a smaller batch"
              .formatted(most, Integer.MAX_VALUE));
    }
    return most;
  }

  private void draw(int targets, int fanout, long key, Buffer starts, Buffer column) {
    boolean few = fanout != Adjacency.ALL && fanout <= FEW;
    Arguments arguments = launcher.arguments().integer(targets).word(key);
    graph(arguments.struct()).end().word(nodes.address()).buffer(starts).buffer(column).word(table);
    launcher.launchItems(
        SAMPLE, few ? "drawFew" : "drawMany", few ? targets : (long) targets * LaunchGrid.WARP);
  }

  /** Gives indices to new nodes, and replaces nodes by indices. */
  private void number(int targets, long most, Buffer column) {
    if (most == 0) {
      stream.clear(counters + Long.BYTES, 2);
      return;
    }
    long tiles = tiles(most);
    firsts(column, targets).word(counters).word(tiles);
    launcher.launch(SAMPLE, "firstSums", tileGrid(most));
    scanSums(most, tiles, counters + Long.BYTES);
    firsts(column, targets).word(counters).word(tiles);
    launcher.launch(SAMPLE, "firstPlaces", tileGrid(most));
    launcher.arguments().word(counters).word(table).buffer(column);
    launcher.launchItems(SAMPLE, "renumber", most);
  }

  private Arguments firsts(Buffer column, int known) {
    return launcher
        .arguments()
        .struct()
        .buffer(column)
        .word(table)
        .word(nodes.address())
        .integer(known)
        .end();
  }

  private Arguments graph(Arguments arguments) {
    return arguments.word(graph.rowStarts()).word(graph.neighbors()).word(graph.ids());
  }

  /** Writes the struct whose items are added up. */
  @FunctionalInterface
  interface Items {
    Arguments write(Arguments arguments);
  }

  /**
   * Computes prefix sums of items: first the sums of tiles, then the prefix sums of those, then of
   * every item.
   */
  void scan(long count, String sums, String starts, long total, Items items) {
    long tiles = tiles(count);
    items.write(launcher.arguments()).word(tiles);
    launcher.launch(SAMPLE, sums, tileGrid(count));
    scanSums(count, tiles, total);
    items.write(launcher.arguments()).word(tiles);
    launcher.launch(SAMPLE, starts, tileGrid(count));
  }

  private void scanSums(long count, long tiles, long total) {
    launcher.arguments().integer(tileGrid(count).blocks()).word(tiles).word(total);
    launcher.launch(SAMPLE, "scanSums", LaunchGrid.of(1, SCAN_THREADS));
  }

  private static LaunchGrid tileGrid(long count) {
    return LaunchGrid.of(Math.ceilDiv(count, (long) SCAN_TILE), SCAN_THREADS);
  }

  private long tiles(long count) {
    return scratch.take(Math.ceilDiv(count, (long) SCAN_TILE) * Long.BYTES);
  }

  /** The address of a counter that a sum goes to. */
  long sumAddress() {
    return counters;
  }

  /** Waits for the counters. */
  void readCounters() {
    stream.toHost(counters, counted, COUNTER_BYTES);
    stream.synchronize();
  }

  long counter(int which) {
    return counted.segment().getAtIndex(JAVA_LONG, which);
  }

  @Override
  public int nodeCount() {
    return nodeCount;
  }

  @Override
  public Buffer nodes() {
    return new Buffer(device, DType.I32, nodeCount, nodes);
  }

  @Override
  public void copyNodes(MemorySegment into) {
    long bytes = (long) nodeCount * Integer.BYTES;
    PinnedMemory pinned = list.take(nodeCount);
    stream.toHost(nodes.address(), pinned, bytes);
    stream.synchronize();
    MemorySegment.copy(pinned.segment(), 0, into, 0, bytes);
  }

  @Override
  public Buffer ids() {
    Buffer found = memory.buffer(DType.I64, nodeCount);
    launcher.arguments().integer(nodeCount).word(nodes.address()).word(graph.ids()).buffer(found);
    launcher.launchItems(SAMPLE, "idsOf", nodeCount);
    return found;
  }

  @Override
  public Buffer degrees() {
    if (graph.degrees() == 0) {
      throw new IllegalStateException("the graph was given without degrees");
    }
    Buffer found = memory.buffer(DType.I32, nodeCount);
    launcher
        .arguments()
        .integer(nodeCount)
        .word(nodes.address())
        .word(graph.degrees())
        .buffer(found);
    launcher.launchItems(SAMPLE, "degreesOf", nodeCount);
    return found;
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
    Matrix out = memory.matrix(nodeCount, rows.width());
    long pinned = counters + 2 * Long.BYTES;
    stream.clear(pinned, 2);
    gather.gather((CudaRows) rows, nodes(), out, pinned);
    stream.toHost(counters, counted, COUNTER_BYTES);
    return out;
  }

  @Override
  public int rowsRead(RowTier tier) {
    int pinned = Math.toIntExact(counter(2));
    return switch (tier) {
      case DEVICE -> nodeCount - pinned - gather.staged();
      case PINNED -> pinned;
      case PAGEABLE -> gather.staged();
    };
  }

  @Override
  public double secondsRead(RowTier tier) {
    return gather.seconds(tier);
  }

  @Override
  public void finish() {
    stream.synchronize();
  }

  @Override
  public void release() {
    used.set();
  }

  @Override
  public long heldBytes() {
    return memory.heldBytes() + 2L * graph.nodeCount() * Integer.BYTES;
  }

  @Override
  public void close() {
    opened.close();
  }
}
