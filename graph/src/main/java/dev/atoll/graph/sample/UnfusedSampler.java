package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.HashIds;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.memory.SharedHashIds;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;

/**
 * Neighbour sampling step by step as in DGL, a baseline: edges are listed as pairs of int64, nodes
 * are renumbered through a hash map, and pairs are converted to compressed rows. Every pass runs on
 * all threads. The blocks are bit for bit those of {@link FusedSampler}.
 */
public final class UnfusedSampler implements Sampler {
  private static final long GRAIN_ROWS = 1024;
  private static final long GRAIN_EDGES = 16_384;

  private final NeighborSource source;
  private final Fanouts fanouts;
  private final int threads;
  private final HashIds ids = new HashIds();
  private final SharedHashIds sharedIds = new SharedHashIds();
  private final NeighborPicks drawn = new NeighborPicks();
  private final GrowingBuffer targets = new GrowingBuffer();

  /** Targets of the block, then the source of every edge. */
  private final GrowingBuffer sources = new GrowingBuffer();

  /** A sampler with this number of threads; the source has its own. */
  public UnfusedSampler(NeighborSource source, Fanouts fanouts, int threads) {
    this.source = source;
    this.fanouts = fanouts;
    this.threads = threads;
  }

  @Override
  public int layers() {
    return fanouts.layers();
  }

  @Override
  public boolean drawsByNode() {
    return true;
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    Seeds.list(seeds, from, to, source.nodeCount(), ids, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    int count = into.drawnNodes();
    source.pick(into.nodes(count), count, fanouts.at(layer), key.child(layer), drawn);
    listEdges(into.nodesAddress(), count);
    into.setNodeCount(layer, compact(count, into));
    compress(count, into.block(layer).picks());
  }

  @Override
  public void end(SampledBatch into) {
    into.fillDegrees(source);
  }

  /** Lists every pick as a pair of its row and its node, after the targets. */
  private void listEdges(long nodes, int targetCount) {
    long rows = targets.reserve(drawn.edgeCount() * Long.BYTES);
    long pairs = sources.reserve((targetCount + drawn.edgeCount()) * Long.BYTES);
    Parallel.forEachRange(
        threads,
        drawn.rowCount(),
        GRAIN_ROWS,
        (from, to) -> {
          for (int row = (int) from; row < to; row++) {
            RawMemory.setLong(pairs, row, RawMemory.intAt(nodes, row));
            long end = drawn.rowStart(row + 1);
            for (long edge = drawn.rowStart(row); edge < end; edge++) {
              RawMemory.setLong(rows, edge, row);
              RawMemory.setLong(pairs, targetCount + edge, drawn.neighbor(edge));
            }
          }
        });
  }

  /** Replaces nodes by their indices among the sources, and returns how many sources there are. */
  private int compact(int targetCount, SampledBatch into) {
    long listed = targetCount + drawn.edgeCount();
    long nodes = into.reserveNodes(targetCount, Math.min(source.nodeCount(), listed));
    return threads == 1
        ? compactAlone(sources.address(), listed, nodes)
        : sharedIds.number(sources.address(), listed, nodes, threads);
  }

  /** The pass of a single thread, whose map needs no synchronisation. */
  private int compactAlone(long list, long listed, long nodes) {
    ids.begin(listed);
    for (long i = 0; i < listed; i++) {
      long node = RawMemory.longAt(list, i);
      int place = ids.placeOf(node);
      RawMemory.setInt(nodes, place, (int) node);
      RawMemory.setLong(list, i, place);
    }
    return ids.count();
  }

  /** Converts the pairs, which are in the order of their rows, to compressed rows. */
  private void compress(int targetCount, NeighborPicks into) {
    long edges = drawn.edgeCount();
    into.beginRows(drawn.rowCount());
    into.beginEdges(edges, source.weighted());
    MemorySegment.copy(drawn.degree(), 0, into.degree(), 0, drawn.degree().byteSize());
    Parallel.forEachRange(
        threads,
        edges,
        GRAIN_EDGES,
        (from, to) -> {
          startRows(from, to, into.rowStartAddress());
          place(from, to, targetCount, into);
        });
    long last = edges == 0 ? -1 : RawMemory.longAt(targets.address(), edges - 1);
    for (long row = last + 1; row <= drawn.rowCount(); row++) {
      RawMemory.setLong(into.rowStartAddress(), row, edges);
    }
  }

  /**
   * A row begins at the first pair that has it; rows without pairs begin where the next one does.
   */
  private void startRows(long from, long to, long rowStarts) {
    long rows = targets.address();
    long before = from == 0 ? -1 : RawMemory.longAt(rows, from - 1);
    for (long edge = from; edge < to; edge++) {
      long row = RawMemory.longAt(rows, edge);
      for (long begun = before + 1; begun <= row; begun++) {
        RawMemory.setLong(rowStarts, begun, edge);
      }
      before = row;
    }
  }

  private void place(long from, long to, int targetCount, NeighborPicks into) {
    long neighbors = into.neighborAddress(0);
    for (long edge = from; edge < to; edge++) {
      long place = RawMemory.longAt(sources.address(), targetCount + edge);
      RawMemory.setInt(neighbors, edge, (int) place);
    }
    if (source.weighted()) {
      long corrections = into.correctionAddress(0);
      for (long edge = from; edge < to; edge++) {
        RawMemory.setFloat(corrections, edge, drawn.correction(edge));
      }
    }
  }

  @Override
  public long heldBytes() {
    return ids.heldBytes()
        + sharedIds.heldBytes()
        + drawn.heldBytes()
        + targets.heldBytes()
        + sources.heldBytes();
  }

  @Override
  public void close() {
    ids.close();
    sharedIds.close();
    drawn.close();
    targets.close();
    sources.close();
  }
}
