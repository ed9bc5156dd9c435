package dev.atoll.graph.sample;

import java.lang.foreign.MemorySegment;

/**
 * The neighbours picked for a frontier; memory that is used again for every batch.
 *
 * <pre>
 *   rowStart     int64  rows + 1   where the picks of a row begin
 *   neighbors    int32  edges      node numbers
 *   degree       int32  rows       in-degrees in the whole graph
 *   correction   float  edges      1 / probability of being picked; only of weighted sources
 * </pre>
 *
 * <p>A source calls {@link #beginRows}, fills degrees and row starts, calls {@link #beginEdges} and
 * fills the rest. Where degree and picks of a row differ and the source is not weighted, every
 * neighbour was as likely, and the correction is degree / picks.
 */
public final class NeighborPicks implements AutoCloseable {
  private static final int UNREPORTED_CHUNK = 2048;

  final GrowingBuffer rowStart = new GrowingBuffer();
  final GrowingBuffer neighbors = new GrowingBuffer();
  final GrowingBuffer degree = new GrowingBuffer();
  final GrowingBuffer correction = new GrowingBuffer();

  /** Where the neighbours of every row begin in the graph, for the source alone. */
  final GrowingBuffer graphStart = new GrowingBuffer();

  /** An int per pick, for the consumer alone. */
  final GrowingBuffer pending = new GrowingBuffer();

  private final InOrder order = new InOrder();
  private PickConsumer consumer;
  private int[] prepared = new int[64];
  private long consumed;
  private int rows;
  private long edges;
  private boolean weighted;

  public NeighborPicks() {}

  /** Makes room for rows; the first row starts at 0. */
  public void beginRows(int count) {
    rows = count;
    edges = 0;
    consumed = 0;
    rowStart.reserve((count + 1L) * Long.BYTES);
    degree.reserve((long) count * Integer.BYTES);
    RawMemory.setLong(rowStart.address(), 0, 0);
  }

  /** Makes room for picks, each with a correction when weighted. */
  public void beginEdges(long count, boolean withCorrection) {
    edges = count;
    weighted = withCorrection;
    neighbors.reserve(count * Integer.BYTES);
    if (consumer != null) {
      pending.reserve(count * Integer.BYTES);
    }
    if (withCorrection) {
      correction.reserve(count * Float.BYTES);
    }
  }

  /** Sets the final number of picks, at most the announced one. */
  void endEdges(long count) {
    edges = count;
  }

  /** Sets the consumer of picks from now on; null for none. */
  void consumeWith(PickConsumer next) {
    consumer = next;
  }

  /** Announces chunks, each of which is then reported by {@link #ready}. */
  void beginChunks(int count) {
    order.begin(count);
    if (prepared.length < count) {
      prepared = new int[count + count / 4];
    }
  }

  /** Reports that the picks of a chunk of rows are there. Chunks have equally many rows. */
  void ready(int chunk, int rowsPerChunk) {
    if (consumer != null) {
      long from = edge(chunk * rowsPerChunk);
      prepared[chunk] = consumer.prepare(from, size(chunk, rowsPerChunk));
      order.finished(chunk, turn -> finish(turn, rowsPerChunk));
    }
  }

  private void finish(int chunk, int rowsPerChunk) {
    consumer.finish(edge(chunk * rowsPerChunk), prepared[chunk]);
    consumed += size(chunk, rowsPerChunk);
  }

  private int size(int chunk, int rowsPerChunk) {
    int from = chunk * rowsPerChunk;
    return Math.toIntExact(edge(Math.min(rows, from + rowsPerChunk)) - edge(from));
  }

  private long edge(int row) {
    return RawMemory.longAt(rowStart.address(), row);
  }

  /** Passes picks that were not reported to the consumer. */
  void consumeRest() {
    while (consumed < edges) {
      int size = (int) Math.min(UNREPORTED_CHUNK, edges - consumed);
      consumer.finish(consumed, consumer.prepare(consumed, size));
      consumed += size;
    }
  }

  public int rowCount() {
    return rows;
  }

  public long edgeCount() {
    return edges;
  }

  public MemorySegment rowStart() {
    return rowStart.view((rows + 1L) * Long.BYTES);
  }

  public MemorySegment neighbors() {
    return neighbors.view(edges * Integer.BYTES);
  }

  public MemorySegment degree() {
    return degree.view((long) rows * Integer.BYTES);
  }

  /** Null when the source is not weighted. */
  public MemorySegment correction() {
    return weighted ? correction.view(edges * Float.BYTES) : null;
  }

  @Override
  public void close() {
    rowStart.close();
    neighbors.close();
    degree.close();
    correction.close();
    graphStart.close();
    pending.close();
  }
}
