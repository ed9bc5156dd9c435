package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.HashIds;
import dev.atoll.graph.memory.RawMemory;
import java.lang.foreign.MemorySegment;

/**
 * Neighbour sampling step by step, as DGL does it, to compare with: a list of edges as pairs of
 * int64, nodes made compact through a hash map, pairs sorted into compressed rows by counting. Same
 * blocks as {@link FusedSampler}, to the bit.
 */
public final class UnfusedSampler implements Sampler {
  private final NeighborSource source;
  private final Fanouts fanouts;
  private final HashIds ids = new HashIds();
  private final NeighborPicks drawn = new NeighborPicks();
  private final GrowingBuffer targets = new GrowingBuffer();
  private final GrowingBuffer sources = new GrowingBuffer();
  private final GrowingBuffer cursor = new GrowingBuffer();

  public UnfusedSampler(NeighborSource source, Fanouts fanouts) {
    this.source = source;
    this.fanouts = fanouts;
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
    listEdges();
    into.setNodeCount(layer, compact(count, into));
    compress(into.block(layer).picks());
  }

  @Override
  public void end(SampledBatch into) {
    into.fillDegrees(source);
  }

  /** Every pick as a pair of its row and its node. */
  private void listEdges() {
    long rows = targets.reserve(drawn.edgeCount() * Long.BYTES);
    long nodes = sources.reserve(drawn.edgeCount() * Long.BYTES);
    long edge = 0;
    for (int row = 0; row < drawn.rowCount(); row++) {
      long end = drawn.rowStart(row + 1);
      for (; edge < end; edge++) {
        RawMemory.setLong(rows, edge, row);
        RawMemory.setLong(nodes, edge, drawn.neighbor(edge));
      }
    }
  }

  /** Replaces nodes by their places among the sources, and returns how many sources there are. */
  private int compact(int targetCount, SampledBatch into) {
    long edges = drawn.edgeCount();
    long nodes = into.reserveNodes(targetCount, Math.min(source.nodeCount(), targetCount + edges));
    ids.begin(targetCount + edges);
    for (int i = 0; i < targetCount; i++) {
      ids.placeOf(RawMemory.intAt(nodes, i));
    }
    long pairs = sources.address();
    for (long edge = 0; edge < edges; edge++) {
      long node = RawMemory.longAt(pairs, edge);
      int place = ids.placeOf(node);
      RawMemory.setInt(nodes, place, (int) node);
      RawMemory.setLong(pairs, edge, place);
    }
    return ids.count();
  }

  /** Sorts the pairs by their row, equal rows in their order. */
  private void compress(NeighborPicks into) {
    long edges = drawn.edgeCount();
    boolean weighted = source.weighted();
    into.beginRows(drawn.rowCount());
    into.beginEdges(edges, weighted);
    MemorySegment.copy(drawn.degree(), 0, into.degree(), 0, drawn.degree().byteSize());
    countRows(into.rowStart(), drawn.rowCount());
    long next = cursor.reserve(into.rowStart().byteSize());
    MemorySegment.copy(
        into.rowStart(), 0, cursor.view(into.rowStart().byteSize()), 0, into.rowStart().byteSize());
    for (long edge = 0; edge < edges; edge++) {
      long row = RawMemory.longAt(targets.address(), edge);
      long cell = RawMemory.longAt(next, row);
      RawMemory.setLong(next, row, cell + 1);
      RawMemory.setInt(
          into.neighborAddress(0), cell, (int) RawMemory.longAt(sources.address(), edge));
      if (weighted) {
        RawMemory.setFloat(into.correctionAddress(0), cell, drawn.correction(edge));
      }
    }
  }

  private void countRows(MemorySegment rowStart, int rows) {
    rowStart.fill((byte) 0);
    long starts = rowStart.address();
    for (long edge = 0; edge < drawn.edgeCount(); edge++) {
      long row = RawMemory.longAt(targets.address(), edge);
      RawMemory.setLong(starts, row + 1, RawMemory.longAt(starts, row + 1) + 1);
    }
    for (int row = 0; row < rows; row++) {
      RawMemory.setLong(
          starts, row + 1L, RawMemory.longAt(starts, row) + RawMemory.longAt(starts, row + 1L));
    }
  }

  @Override
  public void close() {
    ids.close();
    drawn.close();
    targets.close();
    sources.close();
    cursor.close();
  }
}
