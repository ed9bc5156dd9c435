package dev.atoll.formats.spool;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.WeightedEdgeSource;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;

/**
 * Edges on disk between reading and building, so that a graph may have more of them than memory.
 * Threads add batches in any order; then the batches can be read again and again.
 *
 * <pre>
 *   batch   pairs of source and target: int32 each when all fit, else int64: users number nodes as they like;
 *           then float32 weights, where edges have some
 * </pre>
 */
public final class EdgeSpool implements AutoCloseable {
  private record Batch(long offset, int edges, boolean int64) {
    long pairBytes() {
      return 2L * edges * (int64 ? Long.BYTES : Integer.BYTES);
    }

    long bytes(boolean weighted) {
      return pairBytes() + (weighted ? (long) edges * Float.BYTES : 0);
    }
  }

  private final Path file;
  private final boolean weighted;
  private final FileChannel channel;
  private final LongAdder selfLoops = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private final LongAdder weightless = new LongAdder();
  private final Arena arena = Arena.ofShared();
  private final List<Batch> batches = new ArrayList<>();
  private long size;
  private MemorySegment mapped;

  /**
   * A spool in a new file.
   *
   * @param weighted whether every edge has a weight
   */
  public EdgeSpool(Path file, boolean weighted) throws IOException {
    this.file = file;
    this.weighted = weighted;
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Collects edges of one thread and hands them on in batches. */
  public final class Collector implements EdgeCollector {
    private final long[] pairs = new long[1 << 16];
    private final float[] weights = new float[weighted ? pairs.length / 2 : 0];
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
        ByteBuffer.allocate(Math.toIntExact(batch.bytes(weighted))).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      if (batch.int64()) {
        bytes.putLong(pairs[i]);
      } else {
        bytes.putInt((int) pairs[i]);
      }
    }
    for (int i = 0; weighted && i < batch.edges(); i++) {
      bytes.putFloat(weights[i]);
    }
    bytes.flip();
    while (bytes.hasRemaining()) {
      channel.write(bytes, batch.offset() + bytes.position());
    }
  }

  private synchronized Batch reserve(int edges, boolean int64) {
    Batch batch = new Batch(size, edges, int64);
    size += batch.bytes(weighted);
    batches.add(batch);
    return batch;
  }

  /** The edges as they came; no more can be added. */
  public EdgeSource edges() throws IOException {
    return edges(0, id -> id);
  }

  private WeightedEdgeSource edges(long nodeCount, LongUnaryOperator rename) throws IOException {
    if (mapped == null) {
      mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    }
    return new Replay(nodeCount, rename);
  }

  /** The number of edges collected. */
  public synchronized long count() {
    return batches.stream().mapToLong(Batch::edges).sum();
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
    Path sorted = file.resolveSibling(file.getFileName() + ".sorted");
    boolean both = options.symmetrize();
    WeightedEdgeSource renamed = edges(nodeCount, rename);
    CsrGraph graph;
    try (var arcs = new SortedSpool(renamed, count(), both, sorted)) {
      graph = writer.graph(arcs, new CsrOptions(false, options.dedupe(), options.selfLoops()));
    }
    if (weighted) {
      writer.edgeWeights(graph, renamed, both, weightless());
    }
    return graph;
  }

  private final class Replay implements WeightedEdgeSource {
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
    public void forEachWeighted(int chunk, WeightedEdgeSink sink) {
      Batch batch = batches.get(chunk);
      MemorySegment pairs = mapped.asSlice(batch.offset(), batch.pairBytes());
      long weights = batch.offset() + batch.pairBytes();
      for (long i = 0; i < batch.edges(); i++) {
        float weight = weighted ? mapped.get(JAVA_FLOAT_UNALIGNED, weights + i * Float.BYTES) : 1;
        sink.accept(
            rename.applyAsLong(id(pairs, batch, 2 * i)),
            rename.applyAsLong(id(pairs, batch, 2 * i + 1)),
            weight);
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
    Files.deleteIfExists(file);
  }
}
