package dev.atoll.cuda;

import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.PinnedMemory;
import dev.atoll.cuda.driver.Staging;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.PooledWorkspace;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Rows of nodes: some in the GPU's memory, the others in pinned host memory that it reads. */
final class CudaRows implements TieredRows {
  /** Rows that are collected before they are copied to the GPU. */
  private static final int CHUNK_ROWS = 8192;

  private static final Launcher.Variants GATHER = Launcher.Variants.of("gatherTiers");

  /** Rows in host memory begin at lines of 128 bytes: a bus carries those whole. */
  private static final int LINE_ELEMENTS = 128 / Float.BYTES;

  private final Stream stream;
  private final Workspace memory;
  private final int width;
  private final long rowBytes;
  private Matrix near;
  private long far;

  /** Where a node's row is, int32; null where all rows are near, in the order of nodes. */
  private Buffer where;

  private PinnedMemory pinned;

  /**
   * @param host a row per node, as a matrix of its own
   * @param nearNodes whose rows go to the GPU; null for all
   */
  CudaRows(Gpu gpu, Device device, Matrix host, int[] nearNodes) {
    this.stream = new Stream(gpu);
    this.memory = new PooledWorkspace(device, new DeviceAllocator(stream));
    this.width = host.cols();
    this.rowBytes = host.rowBytes();
    try (var staging = new Staging(gpu, stream)) {
      near = memory.matrix(nearNodes == null ? host.rows() : nearNodes.length, host.cols());
      if (nearNodes == null) {
        staging.upload(host.data(), withPadding(near));
      } else {
        divide(gpu, staging, host, nearNodes);
      }
      stream.synchronize();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void divide(Gpu gpu, Staging staging, Matrix host, int[] nearNodes) {
    int[] places = new int[host.rows()];
    for (int place = 0; place < nearNodes.length; place++) {
      places[nearNodes[place]] = place + 1;
    }
    uploadNear(staging, host, nearNodes);
    pinned = new PinnedMemory(gpu, (host.rows() - nearNodes.length) * farRowBytes());
    far = pinned.address();
    int behind = 0;
    for (int node = 0; node < places.length; node++) {
      if (places[node] == 0) {
        copyRow(host, node, pinned.segment(), behind * farRowBytes());
        places[node] = ~behind++;
      } else {
        places[node]--;
      }
    }
    where = memory.buffer(DType.I32, places.length);
    staging.upload(MemorySegment.ofArray(places), where);
  }

  private void uploadNear(Staging staging, Matrix host, int[] nodes) {
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment chunk = passing.allocate(CHUNK_ROWS * rowBytes, Long.BYTES);
      for (int first = 0; first < nodes.length; first += CHUNK_ROWS) {
        int count = Math.min(CHUNK_ROWS, nodes.length - first);
        for (int i = 0; i < count; i++) {
          copyRow(host, nodes[first + i], chunk, i * rowBytes);
        }
        staging.upload(chunk, withPadding(near.rowsView(first, first + count)));
      }
    }
  }

  private void copyRow(Matrix host, int node, MemorySegment to, long at) {
    MemorySegment.copy(host.data(), node * rowBytes, to, at, rowBytes);
  }

  private int farStride() {
    return near.stride() < LINE_ELEMENTS
        ? near.stride()
        : Math.ceilDiv(near.stride(), LINE_ELEMENTS) * LINE_ELEMENTS;
  }

  private long farRowBytes() {
    return (long) farStride() * Float.BYTES;
  }

  /** Rows of their own are one flat run. */
  private static Matrix withPadding(Matrix m) {
    return new Matrix(m.device(), m.rows(), m.stride(), m.stride(), m.type(), m.data());
  }

  /** Starts the kernels that read rows. */
  void gather(Launcher launcher, Buffer nodes, Matrix out, long farCount) {
    if (Launcher.isEmpty(out)) {
      return;
    }
    launcher
        .arguments()
        .shape(out)
        .buffer(nodes)
        .buffer(where)
        .matrix(near)
        .struct()
        .word(far)
        .word(farStride())
        .end()
        .matrix(out);
    launcher.launchElements(CudaSampler.SAMPLE, GATHER, out, near);
    if (where != null) {
      launcher.arguments().integer(out.rows()).buffer(nodes).buffer(where).word(farCount);
      launcher.launchItems(CudaSampler.SAMPLE, "countFar", out.rows());
    }
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int nearRows() {
    return near.rows();
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
    stream.synchronize();
    memory.close();
    if (pinned != null) {
      pinned.close();
    }
    stream.close();
  }
}
