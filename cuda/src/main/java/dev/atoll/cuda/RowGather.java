package dev.atoll.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.CopyThreads;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.Opened;
import dev.atoll.cuda.driver.PinnedMemory;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.cuda.driver.StreamMark;
import dev.atoll.cuda.driver.TimeMark;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.RowTier;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of a batch on a sampler's stream, tier by tier, each timed by the GPU's clock.
 *
 * <pre>
 *   stream   nodes → host │ near │ pinned │ placed       │ placed         │
 *   host                  │ copies rows to a chunk, then to another, …    │
 *   marks                 0      1        2                               3
 * </pre>
 *
 * The last column exists only if some rows are in pageable memory.
 */
final class RowGather implements AutoCloseable {
  private static final Launcher.Variants NEAR = Launcher.Variants.of("gatherNear");
  private static final Launcher.Variants PINNED = Launcher.Variants.of("gatherPinned");
  private static final Launcher.Variants STAGED = Launcher.Variants.of("placeStaged");

  /** Rows that the host copies before a kernel takes them. */
  private static final int CHUNK_ROWS = 8192;

  /** Rows that one thread copies at a time. */
  private static final int TASK_ROWS = 512;

  private static final int CHUNKS = 2;

  private final Gpu gpu;
  private final Stream stream;
  private final Launcher launcher;
  private final CopyThreads copying;
  private final Opened opened = new Opened();
  private final List<TimeMark> marks = new ArrayList<>();
  private final StreamMark listed;
  private final List<Chunk> chunks = new ArrayList<>();

  /** The nodes whose rows go into a chunk. */
  private final int[] toCopy = new int[CHUNK_ROWS];

  /** The nodes of the batch. */
  private final PinnedList list;

  /** The number of tiers that the last batch was read from; tiers are read in order. */
  private int tiers;

  private int staged;

  /**
   * @param copying the threads that copy rows of pageable memory; owned by the caller
   */
  RowGather(Gpu gpu, Stream stream, Launcher launcher, CopyThreads copying) {
    this.gpu = gpu;
    this.stream = stream;
    this.launcher = launcher;
    this.copying = copying;
    try {
      list = opened.add(new PinnedList(gpu, stream), PinnedList::close);
      listed = opened.add(new StreamMark(stream), StreamMark::close);
      for (int i = 0; i <= RowTier.values().length; i++) {
        marks.add(opened.add(new TimeMark(stream), TimeMark::close));
      }
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
    opened.add(chunks, all -> all.forEach(Chunk::close));
  }

  /**
   * Reads rows; those of the host's pageable memory are copied before this returns.
   *
   * @param counter gets the number of rows that were in pinned memory
   */
  void gather(CudaRows rows, Buffer nodes, Matrix out, long counter) {
    tiers = 0;
    staged = 0;
    if (Launcher.isEmpty(out)) {
      return;
    }
    boolean stages = rows.rows(RowTier.PAGEABLE) > 0;
    if (stages) {
      bringList(nodes, out.rows());
    }
    marks.get(tiers).set();
    launcher
        .arguments()
        .shape(out)
        .buffer(nodes)
        .buffer(rows.where())
        .matrix(rows.near())
        .matrix(out);
    launcher.launchElements(CudaSampler.SAMPLE, NEAR, out, rows.near());
    marks.get(++tiers).set();
    if (rows.where() == null) {
      return;
    }
    gatherPinned(rows, nodes, out, counter);
    marks.get(++tiers).set();
    if (stages) {
      stage(rows, out);
      marks.get(++tiers).set();
    }
  }

  private void gatherPinned(CudaRows rows, Buffer nodes, Matrix out, long counter) {
    if (rows.rows(RowTier.PINNED) == 0) {
      return;
    }
    Arguments arguments = launcher.arguments().shape(out).buffer(nodes).buffer(rows.where());
    rows.pinned(arguments).matrix(out);
    launcher.launchElements(CudaSampler.SAMPLE, PINNED, out, rows.near());
    launcher.arguments().integer(out.rows()).buffer(nodes).buffer(rows.where()).word(counter);
    launcher.launchItems(CudaSampler.SAMPLE, "countPinned", out.rows());
  }

  /** Begins to copy the nodes to the host. */
  private void bringList(Buffer nodes, int count) {
    stream.toHost(nodes.data().address(), list.take(count), (long) count * Integer.BYTES);
    listed.set();
  }

  /** Copies rows of pageable memory chunk by chunk, while the GPU reads the previous chunks. */
  private void stage(CudaRows rows, Matrix out) {
    listed.await();
    MemorySegment nodes = list.take(out.rows()).segment();
    int turn = 0;
    int filled = 0;
    Chunk chunk = chunk(turn, rows);
    for (int place = 0; place < out.rows(); place++) {
      int node = nodes.getAtIndex(JAVA_INT, place);
      if (!rows.isPageable(node)) {
        continue;
      }
      if (filled == CHUNK_ROWS) {
        copy(rows, chunk, filled);
        place(rows, chunk, filled, out);
        filled = 0;
        chunk = chunk(++turn % CHUNKS, rows);
      }
      toCopy[filled] = node;
      chunk.places().segment().setAtIndex(JAVA_INT, filled++, place);
      staged++;
    }
    copy(rows, chunk, filled);
    place(rows, chunk, filled, out);
  }

  /** In parallel: one core reaches a tenth of the bus bandwidth. */
  private void copy(CudaRows rows, Chunk chunk, int count) {
    MemorySegment into = chunk.rows().segment();
    copying.run(
        Math.ceilDiv(count, TASK_ROWS),
        task -> {
          int end = Math.min(count, (task + 1) * TASK_ROWS);
          for (int i = task * TASK_ROWS; i < end; i++) {
            rows.copyRow(toCopy[i], into, i * rows.hostRowBytes());
          }
        });
  }

  /** A chunk that the GPU does not read any more; it grows to the widest rows. */
  private Chunk chunk(int which, CudaRows rows) {
    long bytes = CHUNK_ROWS * rows.hostRowBytes();
    if (which == chunks.size()) {
      chunks.add(Chunk.open(gpu, stream, bytes));
    }
    Chunk chunk = chunks.get(which);
    chunk.taken().await();
    if (chunk.rows().segment().byteSize() >= bytes) {
      return chunk;
    }
    Chunk wider = Chunk.open(gpu, stream, bytes);
    chunks.set(which, wider);
    chunk.close();
    return wider;
  }

  private void place(CudaRows rows, Chunk chunk, int count, Matrix out) {
    if (count > 0) {
      Arguments arguments =
          launcher.arguments().integer(count).integer(out.cols()).word(chunk.places().address());
      rows.hostMatrix(arguments, chunk.rows().address()).matrix(out);
      launcher.launchElements(CudaSampler.SAMPLE, STAGED, out.rowsView(0, count), rows.near(), out);
      chunk.taken().set();
    }
  }

  /** Rows of pageable memory that the last batch had. */
  int staged() {
    return staged;
  }

  /** Seconds of a tier in the last batch, whose work must be done. */
  double seconds(RowTier tier) {
    return switch (tier) {
      case DEVICE -> secondsFrom(0);
      case PINNED -> secondsFrom(1);
      case PAGEABLE -> secondsFrom(2);
    };
  }

  private double secondsFrom(int mark) {
    return mark < tiers ? marks.get(mark + 1).secondsSince(marks.get(mark)) : 0;
  }

  @Override
  public void close() {
    opened.close();
  }

  /** Rows in pinned memory on their way to the GPU, and their indices in the batch. */
  private record Chunk(PinnedMemory rows, PinnedMemory places, StreamMark taken) {
    static Chunk open(Gpu gpu, Stream stream, long bytes) {
      var opened = new Opened();
      try {
        return new Chunk(
            opened.add(new PinnedMemory(gpu, bytes), PinnedMemory::close),
            opened.add(
                new PinnedMemory(gpu, (long) CHUNK_ROWS * Integer.BYTES), PinnedMemory::close),
            opened.add(new StreamMark(stream), StreamMark::close));
      } catch (RuntimeException | Error e) {
        throw opened.closeAfter(e);
      }
    }

    void close() {
      taken.close();
      places.close();
      rows.close();
    }
  }
}
