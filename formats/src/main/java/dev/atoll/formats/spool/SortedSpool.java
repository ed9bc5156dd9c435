package dev.atoll.formats.spool;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Arcs on disk in buckets of neighbouring targets. A graph built from them bucket by bucket touches
 * one small piece of its arrays at a time, where edges in any order would jump about in all of
 * them: that is slow in memory and hopeless beyond it.
 *
 * <pre>
 *   bucket b   pairs of source and target, int32, for all targets from b·w up to (b + 1)·w − 1
 * </pre>
 */
final class SortedSpool implements EdgeSource, AutoCloseable {
  private static final long ARCS_PER_BUCKET = 1 << 19;
  private static final int MOST_BUCKETS = 1 << 10;
  private static final int BUFFERED = 1 << 8;
  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  private final Path file;
  private final int nodes;
  private final int buckets;
  private final long perBucket;
  private final long[] first;
  private final Arena arena = Arena.ofShared();
  private MemorySegment arcs;

  /**
   * Sorts edges into buckets.
   *
   * @param both whether each edge gives two arcs, one in each direction
   */
  SortedSpool(EdgeSource edges, long edgeCount, boolean both, Path file) throws IOException {
    this(edges, edgeCount, both, file, ARCS_PER_BUCKET);
  }

  SortedSpool(EdgeSource edges, long edgeCount, boolean both, Path file, long arcsPerBucket)
      throws IOException {
    this.file = file;
    this.nodes = CsrGraph.requireNodeCount(edges.nodeCount());
    long arcCount = both ? 2 * edgeCount : edgeCount;
    this.buckets = Math.clamp(arcCount / arcsPerBucket, 1, Math.clamp(nodes, 1, MOST_BUCKETS));
    this.perBucket = Math.max(1, Math.ceilDiv(nodes, buckets));
    this.first = new long[buckets + 1];
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      count(edges, both);
      fill(edges, both, channel);
      arcs = channel.map(FileChannel.MapMode.READ_ONLY, 0, first[buckets] * PAIR_BYTES, arena);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private int bucket(long target) {
    return (int) (target / perBucket);
  }

  private static void arcs(EdgeSource edges, int chunk, boolean both, EdgeSink sink) {
    edges.forEach(
        chunk,
        (source, target) -> {
          sink.accept(source, target);
          if (both && source != target) {
            sink.accept(target, source);
          }
        });
  }

  private void count(EdgeSource edges, boolean both) {
    var counts = new AtomicLongArray(buckets);
    Parallel.forEach(
        Parallel.allCores(),
        edges.chunkCount(),
        chunk -> {
          long[] local = new long[buckets];
          arcs(edges, chunk, both, (source, target) -> local[bucket(target)]++);
          for (int b = 0; b < buckets; b++) {
            counts.addAndGet(b, local[b]);
          }
        });
    for (int b = 0; b < buckets; b++) {
      first[b + 1] = first[b] + counts.get(b);
    }
  }

  private void fill(EdgeSource edges, boolean both, FileChannel channel) throws IOException {
    var next = new AtomicLongArray(buckets);
    for (int b = 0; b < buckets; b++) {
      next.set(b, first[b]);
    }
    int workers = Math.min(Parallel.allCores(), Math.max(1, edges.chunkCount()));
    try {
      Parallel.forEach(
          workers,
          workers,
          worker -> {
            var buffers = new Buffers(next, channel);
            for (int chunk = worker; chunk < edges.chunkCount(); chunk += workers) {
              arcs(edges, chunk, both, buffers::add);
            }
            buffers.flush();
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The arcs of one thread that are not written yet, by bucket. */
  private final class Buffers {
    private final AtomicLongArray next;
    private final FileChannel channel;
    private final int[][] pairs = new int[buckets][2 * BUFFERED];
    private final int[] held = new int[buckets];
    private final ByteBuffer bytes =
        ByteBuffer.allocateDirect(BUFFERED * PAIR_BYTES).order(ByteOrder.nativeOrder());

    Buffers(AtomicLongArray next, FileChannel channel) {
      this.next = next;
      this.channel = channel;
    }

    void add(long source, long target) {
      int bucket = bucket(target);
      int at = held[bucket];
      pairs[bucket][at] = (int) source;
      pairs[bucket][at + 1] = (int) target;
      held[bucket] = at + 2;
      if (held[bucket] == 2 * BUFFERED) {
        write(bucket);
      }
    }

    void flush() {
      for (int b = 0; b < buckets; b++) {
        write(b);
      }
    }

    private void write(int bucket) {
      bytes.clear();
      for (int i = 0; i < held[bucket]; i++) {
        bytes.putInt(pairs[bucket][i]);
      }
      long offset = next.getAndAdd(bucket, held[bucket] / 2) * PAIR_BYTES;
      held[bucket] = 0;
      bytes.flip();
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes, offset + bytes.position());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public long nodeCount() {
    return nodes;
  }

  @Override
  public int chunkCount() {
    return buckets;
  }

  @Override
  public void forEach(int chunk, EdgeSink sink) {
    long end = 2 * first[chunk + 1];
    for (long i = 2 * first[chunk]; i < end; i += 2) {
      sink.accept(arcs.getAtIndex(JAVA_INT, i), arcs.getAtIndex(JAVA_INT, i + 1));
    }
  }

  @Override
  public void close() throws IOException {
    arena.close();
    Files.deleteIfExists(file);
  }
}
