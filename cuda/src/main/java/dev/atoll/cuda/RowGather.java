package dev.atoll.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.Gpu;
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
import java.util.stream.IntStream;

/**
 * Reads the rows of a batch on a sampler's stream, tier by tier, each timed by the GPU's clock.
 *
 * <pre>
 *   stream   nodes → host │ near │ pinned │ placed       │ placed         │
 *   host                  │ copies rows to a chunk, then to another, …    │
 *   marks                 0      1        2                               3
 * </pre>
 *
 * The last column is there where some rows are in pageable memory.
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
  private final List<TimeMark> marks = new ArrayList<>();
  private final StreamMark listed;
  private final List<Chunk> chunks = new ArrayList<>();

  /** The nodes whose rows go into a chunk. */
  private final int[] toCopy = new int[CHUNK_ROWS];

  /** The nodes of the batch. */
  private final PinnedList list;

  /** Tiers that the last batch was read from, the first ones. */
  private int tiers;

  private int staged;

  RowGather(Gpu gpu, Stream stream, Launcher launcher) {
    this.gpu = gpu;
    this.stream = stream;
    this.launcher = launcher;
    this.list = new PinnedList(gpu, stream);
    this.listed = new StreamMark(stream);
    for (int i = 0; i <= RowTier.values().length; i++) {
      marks.add(new TimeMark(stream));
    }
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

  /** Copies rows of pageable memory, chunk by chunk, while the GPU takes those before. */
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

  /** On all cores: one alone copies a tenth of what a bus carries. */
  private void copy(CudaRows rows, Chunk chunk, int count) {
    MemorySegment into = chunk.rows().segment();
    IntStream.range(0, Math.ceilDiv(count, TASK_ROWS))
        .parallel()
        .forEach(
            task -> {
              int end = Math.min(count, (task + 1) * TASK_ROWS);
              for (int i = task * TASK_ROWS; i < end; i++) {
                rows.copyRow(toCopy[i], into, i * rows.hostRowBytes());
              }
            });
  }

  /** A chunk that the GPU does not read any more. */
  private Chunk chunk(int which, CudaRows rows) {
    if (which == chunks.size()) {
      chunks.add(Chunk.open(gpu, stream, CHUNK_ROWS * rows.hostRowBytes()));
    }
    Chunk chunk = chunks.get(which);
    chunk.taken().await();
    return chunk;
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
    marks.forEach(TimeMark::close);
    listed.close();
    chunks.forEach(Chunk::close);
    list.close();
  }

  /** Rows in pinned memory on their way to the GPU, and their places in the batch. */
  private record Chunk(PinnedMemory rows, PinnedMemory places, StreamMark taken) {
    static Chunk open(Gpu gpu, Stream stream, long bytes) {
      var rows = new PinnedMemory(gpu, bytes);
      try {
        return new Chunk(
            rows, new PinnedMemory(gpu, (long) CHUNK_ROWS * Integer.BYTES), new StreamMark(stream));
      } catch (RuntimeException | Error e) {
        rows.close();
        throw e;
      }
    }

    void close() {
      taken.close();
      places.close();
      rows.close();
    }
  }
}
