package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
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
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rows of nodes: some in the GPU's memory, some in pinned host memory that it reads, the rest where
 * the host has them.
 */
final class CudaRows implements TieredRows {
  /** Rows that are collected before they are copied to the GPU. */
  private static final int CHUNK_ROWS = 8192;

  /**
   * The index of a row that is in none of the memories that kernels read, as in {@code sample.cu}.
   */
  private static final int ELSEWHERE = Integer.MIN_VALUE;

  /** The alignment of rows in host memory, a line of 128 bytes: the bus transfers whole lines. */
  private static final int LINE_ELEMENTS = 128 / Float.BYTES;

  private final Opened opened = new Opened();
  private final Stream stream;
  private final Workspace memory;
  private final int width;
  private final long rowBytes;
  private final Matrix host;
  private Matrix near;

  /**
   * The location of each node's row, int32; null if all rows are on the GPU, in the order of nodes.
   */
  private Buffer where;

  private Optional<PinnedMemory> pinned = Optional.empty();
  private int pinnedRows;

  /** The nodes whose rows are in neither memory. */
  private final BitSet pageable = new BitSet();

  /**
   * @param host a row per node, not a view
   * @param nearNodes nodes whose rows are stored on the GPU; null for all
   * @param pinnedNodes nodes whose rows are stored in pinned memory; null for all others, if it can
   *     be allocated
   */
  CudaRows(Gpu gpu, Device device, Matrix host, int[] nearNodes, int[] pinnedNodes) {
    this.host = host;
    this.width = host.cols();
    this.rowBytes = host.rowBytes();
    try {
      stream = opened.add(new Stream(gpu), Stream::close);
      opened.add(this, rows -> rows.pinned.ifPresent(PinnedMemory::close));
      memory =
          opened.add(
              new PooledWorkspace(device, new DeviceAllocator(stream)), PooledWorkspace::close);
      opened.add(stream, Stream::synchronize); // before memory is freed
      fill(gpu, nearNodes, pinnedNodes);
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
  }

  private void fill(Gpu gpu, int[] nearNodes, int[] pinnedNodes) {
    try (var staging = new Staging(gpu, stream)) {
      near = memory.matrix(nearNodes == null ? host.rows() : nearNodes.length, host.cols());
      if (nearNodes == null) {
        staging.upload(host.data(), withPadding(near));
      } else {
        divide(gpu, staging, nearNodes, pinnedNodes);
      }
      stream.synchronize();
    }
  }

  private void divide(Gpu gpu, Staging staging, int[] nearNodes, int[] pinnedNodes) {
    int[] places = new int[host.rows()];
    Arrays.fill(places, ELSEWHERE);
    for (int place = 0; place < nearNodes.length; place++) {
      places[nearNodes[place]] = place;
    }
    uploadNear(staging, nearNodes);
    pin(gpu, pinnedNodes == null ? others(places) : pinnedNodes, pinnedNodes == null, places);
    for (int node = 0; node < places.length; node++) {
      pageable.set(node, places[node] == ELSEWHERE);
    }
    where = memory.buffer(DType.I32, places.length);
    staging.upload(MemorySegment.ofArray(places), where);
  }

  private static int[] others(int[] places) {
    return IntStream.range(0, places.length).filter(node -> places[node] == ELSEWHERE).toArray();
  }

  /**
   * Copies rows to pinned memory.
   *
   * @param ifPossible whether rows may stay in pageable memory if pinned memory cannot be allocated
   */
  private void pin(Gpu gpu, int[] nodes, boolean ifPossible, int[] places) {
    try {
      pinned = Optional.of(new PinnedMemory(gpu, nodes.length * hostRowBytes()));
    } catch (OutOfMemoryError e) {
      if (!ifPossible) {
        throw e;
      }
      return;
    }
    pinnedRows = nodes.length;
    for (int place = 0; place < nodes.length; place++) {
      copyRow(nodes[place], pinned.get().segment(), place * hostRowBytes());
      places[nodes[place]] = ~place;
    }
  }

  private void uploadNear(Staging staging, int[] nodes) {
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment chunk = passing.allocate(CHUNK_ROWS * rowBytes, Long.BYTES);
      for (int first = 0; first < nodes.length; first += CHUNK_ROWS) {
        int count = Math.min(CHUNK_ROWS, nodes.length - first);
        for (int i = 0; i < count; i++) {
          copyRow(nodes[first + i], chunk, i * rowBytes);
        }
        staging.upload(chunk, withPadding(near.rowsView(first, first + count)));
      }
    }
  }

  /** Copies a row as the host has it. */
  void copyRow(int node, MemorySegment to, long at) {
    MemorySegment.copy(host.data(), node * rowBytes, to, at, rowBytes);
  }

  private int hostStride() {
    return near.stride() < LINE_ELEMENTS
        ? near.stride()
        : Math.ceilDiv(near.stride(), LINE_ELEMENTS) * LINE_ELEMENTS;
  }

  /** The bytes of a row in pinned memory, padding included. */
  long hostRowBytes() {
    return (long) hostStride() * Float.BYTES;
  }

  /** Rows of their own are one flat run. */
  private static Matrix withPadding(Matrix m) {
    return new Matrix(m.device(), m.rows(), m.stride(), m.stride(), m.type(), m.data());
  }

  Matrix near() {
    return near;
  }

  /** Null where all rows are near. */
  Buffer where() {
    return where;
  }

  boolean isPageable(int node) {
    return pageable.get(node);
  }

  /** Writes rows in pinned memory as a kernel's argument. */
  Arguments pinned(Arguments arguments) {
    return hostMatrix(arguments, pinned.map(PinnedMemory::address).orElse(0L));
  }

  /** Writes rows at an address of pinned memory as a kernel's argument. */
  Arguments hostMatrix(Arguments arguments, long address) {
    return arguments.struct().word(address).word(hostStride()).end();
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int rows(RowTier tier) {
    return switch (tier) {
      case DEVICE -> near.rows();
      case PINNED -> pinnedRows;
      case PAGEABLE -> pageable.cardinality();
    };
  }

  @Override
  public long heldBytes() {
    return memory.heldBytes();
  }

  @Override
  public long rowBytes() {
    return (long) width * Float.BYTES;
  }

  @Override
  public void close() {
    opened.close();
  }
}
