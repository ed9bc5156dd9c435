package dev.atoll.formats.spool;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.NumberedEdgeSource;
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
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;

/**
 * Edges on disk between reading and building, so that a graph may have more of them than memory.
 * Threads add batches in any order; then the batches can be read again and again.
 *
 * <pre>
 *   FILE           batches of pairs of source and target: int32 each when all fit, else int64, as users
 *                  number nodes as they like
 *   FILE.weights   the float32 weight of edge e at element e, where edges have weights
 * </pre>
 */
public final class EdgeSpool implements AutoCloseable {
  private record Batch(long offset, long firstEdge, int edges, boolean int64) {
    long bytes() {
      return 2L * edges * (int64 ? Long.BYTES : Integer.BYTES);
    }
  }

  private final List<Path> files = new ArrayList<>();
  private final FileChannel channel;
  private final Optional<FileChannel> weightChannel;
  private final LongAdder selfLoops = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private final LongAdder weightless = new LongAdder();
  private final Arena arena = Arena.ofShared();
  private final List<Batch> batches = new ArrayList<>();
  private long size;
  private long edgeCount;
  private MemorySegment mapped;

  /**
   * A spool in a new file.
   *
   * @param weighted whether every edge has a weight
   */
  public EdgeSpool(Path file, boolean weighted) throws IOException {
    this.channel = created(file);
    this.weightChannel =
        weighted
            ? Optional.of(created(file.resolveSibling(file.getFileName() + ".weights")))
            : Optional.empty();
  }

  private FileChannel created(Path file) throws IOException {
    files.add(file);
    return FileChannel.open(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Collects edges of one thread and hands them on in batches. */
  public final class Collector implements EdgeCollector {
    private final long[] pairs = new long[1 << 16];
    private final float[] weights = new float[weightChannel.isPresent() ? pairs.length / 2 : 0];
    private int next;
    private long loops;
    private long left;
    private long zeros;

    @Override
    public void add(long source, long target, float weight) throws IOException {
      if (weight == 0) {
        zeros++;
        return;
      }
      weights[next / 2] = weight;
      add(source, target);
    }

    @Override
    public void add(long source, long target) throws IOException {
      if ((source | target) < 0) {
        left++;
        return;
      }
      pairs[next] = source;
      pairs[next + 1] = target;
      loops += source == target ? 1 : 0;
      next += 2;
      if (next == pairs.length) {
        flush();
      }
    }

    @Override
    public void flush() throws IOException {
      write(pairs, next, weights);
      selfLoops.add(loops);
      leftOut.add(left);
      weightless.add(zeros);
      left = 0;
      zeros = 0;
      next = 0;
      loops = 0;
    }
  }

  public Collector collector() {
    return new Collector();
  }

  private void write(long[] pairs, int count, float[] weights) throws IOException {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= pairs[i];
    }
    Batch batch = reserve(count / 2, all < 0 || all > Integer.MAX_VALUE);
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(batch.bytes())).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      if (batch.int64()) {
        bytes.putLong(pairs[i]);
      } else {
        bytes.putInt((int) pairs[i]);
      }
    }
    write(channel, bytes.flip(), batch.offset());
    if (weightChannel.isPresent()) {
      ByteBuffer column =
          ByteBuffer.allocate(batch.edges() * Float.BYTES).order(ByteOrder.nativeOrder());
      column.asFloatBuffer().put(weights, 0, batch.edges());
      write(weightChannel.get(), column, batch.firstEdge() * Float.BYTES);
    }
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes, offset + bytes.position());
    }
  }

  private synchronized Batch reserve(int edges, boolean int64) {
    Batch batch = new Batch(size, edgeCount, edges, int64);
    size += batch.bytes();
    edgeCount += edges;
    batches.add(batch);
    return batch;
  }

  /** The edges as they came; no more can be added. */
  public EdgeSource edges() throws IOException {
    return edges(0, id -> id);
  }

  private NumberedEdgeSource edges(long nodeCount, LongUnaryOperator rename) throws IOException {
    if (mapped == null) {
      mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    }
    return new Replay(nodeCount, rename);
  }

  private EdgeData data() throws IOException {
    return weightChannel.isEmpty()
        ? EdgeData.NONE
        : EdgeData.ofWeights(
            weightChannel
                .get()
                .map(FileChannel.MapMode.READ_ONLY, 0, edgeCount * Float.BYTES, arena));
  }

  /** The number of edges collected. */
  public synchronized long count() {
    return edgeCount;
  }

  /** The number of edges collected that join a node with itself. */
  public long selfLoops() {
    return selfLoops.sum();
  }

  /** The number of edges left out because an end is below 0. */
  public long leftOut() {
    return leftOut.sum();
  }

  /** The number of edges left out because their weight is 0. */
  public long weightless() {
    return weightless.sum();
  }

  /** Builds the graph between nodes whose ids are their numbers, all below {@code nodeCount}. */
  public CsrGraph graph(long nodeCount, CsrOptions options, DatasetWriter writer)
      throws IOException {
    return graph(nodeCount, id -> id, options, writer);
  }

  /** Builds the graph with the ends of edges renamed to numbers below {@code nodeCount}. */
  public CsrGraph graph(
      long nodeCount, LongUnaryOperator rename, CsrOptions options, DatasetWriter writer)
      throws IOException {
    return writer.graph(edges(nodeCount, rename), data(), weightless(), options);
  }

  private final class Replay implements NumberedEdgeSource {
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
    public long numberBound() {
      return edgeCount;
    }

    @Override
    public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
      Batch batch = batches.get(chunk);
      MemorySegment pairs = mapped.asSlice(batch.offset(), batch.bytes());
      for (long i = 0; i < batch.edges(); i++) {
        sink.accept(
            rename.applyAsLong(id(pairs, batch, 2 * i)),
            rename.applyAsLong(id(pairs, batch, 2 * i + 1)),
            batch.firstEdge() + i);
      }
    }

    private static long id(MemorySegment pairs, Batch batch, long i) {
      return batch.int64()
          ? pairs.get(JAVA_LONG_UNALIGNED, i * Long.BYTES)
          : pairs.get(JAVA_INT_UNALIGNED, i * Integer.BYTES);
    }
  }

  @Override
  public void close() throws IOException {
    arena.close();
    channel.close();
    if (weightChannel.isPresent()) {
      weightChannel.get().close();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
