package dev.atoll.formats.spool;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.build.CsrOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Edges on disk between reading and building, so that a graph may have more of them than memory.
 * Threads add batches in any order; then the batches can be read again and again.
 *
 * <pre>
 *   batch   pairs of source and target: int32 each when all fit, else int64: users number nodes as they like
 * </pre>
 */
public final class EdgeSpool implements AutoCloseable {
  private record Batch(long offset, int edges, boolean int64) {
    long bytes() {
      return 2L * edges * (int64 ? Long.BYTES : Integer.BYTES);
    }
  }

  private final Path file;
  private final FileChannel channel;
  private final Arena arena = Arena.ofShared();
  private final List<Batch> batches = new ArrayList<>();
  private long size;
  private MemorySegment mapped;

  public EdgeSpool(Path file) throws IOException {
    this.file = file;
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Collects edges of one thread and hands them on in batches. */
  public final class Collector {
    private final long[] pairs = new long[1 << 16];
    private int next;

    public void add(long source, long target) throws IOException {
      pairs[next] = source;
      pairs[next + 1] = target;
      next += 2;
      if (next == pairs.length) {
        flush();
      }
    }

    public void flush() throws IOException {
      write(pairs, next);
      next = 0;
    }
  }

  public Collector collector() {
    return new Collector();
  }

  private void write(long[] pairs, int count) throws IOException {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= pairs[i];
    }
    Batch batch = reserve(count / 2, all > Integer.MAX_VALUE);
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(batch.bytes())).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      if (batch.int64()) {
        bytes.putLong(pairs[i]);
      } else {
        bytes.putInt((int) pairs[i]);
      }
    }
    bytes.flip();
    while (bytes.hasRemaining()) {
      channel.write(bytes, batch.offset() + bytes.position());
    }
  }

  private synchronized Batch reserve(int edges, boolean int64) {
    Batch batch = new Batch(size, edges, int64);
    size += batch.bytes();
    batches.add(batch);
    return batch;
  }

  /** The edges as they came; no more can be added. */
  public EdgeSource edges() throws IOException {
    return edges(0, id -> id);
  }

  private EdgeSource edges(long nodeCount, LongUnaryOperator rename) throws IOException {
    if (mapped == null) {
      mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    }
    return new Replay(nodeCount, rename);
  }

  /** Builds the graph between nodes that go by their numbers, all below {@code nodeCount}. */
  public void graph(long nodeCount, CsrOptions options, DatasetWriter writer) throws IOException {
    graph(nodeCount, id -> id, options, writer);
  }

  /** Builds the graph with the ends of edges renamed to numbers below {@code nodeCount}. */
  public void graph(
      long nodeCount, LongUnaryOperator rename, CsrOptions options, DatasetWriter writer)
      throws IOException {
    long count = batches.stream().mapToLong(Batch::edges).sum();
    Path sorted = file.resolveSibling(file.getFileName() + ".sorted");
    boolean both = options.symmetrize();
    try (var arcs = new SortedSpool(edges(nodeCount, rename), count, both, sorted)) {
      writer.graph(
          arcs, new CsrOptions(false, options.dedupe(), options.selfLoops(), options.order()));
    }
  }

  private final class Replay implements EdgeSource {
    private final long nodeCount;
    private final LongUnaryOperator rename;

    Replay(long nodeCount, LongUnaryOperator rename) {
      this.nodeCount = nodeCount;
      this.rename = rename;
    }

    @Override
    public long nodeCount() {
      return nodeCount;
    }

    @Override
    public int chunkCount() {
      return batches.size();
    }

    @Override
    public void forEach(int chunk, EdgeSink sink) {
      Batch batch = batches.get(chunk);
      MemorySegment data = mapped.asSlice(batch.offset(), batch.bytes());
      for (long i = 0; i < 2L * batch.edges(); i += 2) {
        long source = batch.int64() ? data.getAtIndex(JAVA_LONG, i) : data.getAtIndex(JAVA_INT, i);
        long target =
            batch.int64() ? data.getAtIndex(JAVA_LONG, i + 1) : data.getAtIndex(JAVA_INT, i + 1);
        sink.accept(rename.applyAsLong(source), rename.applyAsLong(target));
      }
    }
  }

  @Override
  public void close() throws IOException {
    arena.close();
    channel.close();
    Files.deleteIfExists(file);
  }
}
