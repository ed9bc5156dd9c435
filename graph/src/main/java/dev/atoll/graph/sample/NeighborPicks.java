package dev.atoll.graph.sample;

import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.RawMemory;
import java.lang.foreign.MemorySegment;

/**
 * The neighbours picked for a frontier; memory reused for every batch.
 *
 * <pre>
 *   rowStart     int64  rows + 1   where the picks of a row begin
 *   neighbors    int32  edges      node numbers
 *   degree       int32  rows       in-degrees in the whole graph
 *   correction   float  edges      1 / probability of being picked; only of weighted sources
 * </pre>
 *
 * <p>Written in one of two ways. A source that knows the numbers first calls {@link #beginRows},
 * fills degrees and row starts, calls {@link #beginEdges} and fills the rest. A source that goes
 * row by row calls {@link #begin} and then, for every row, {@link #add} for each pick and {@link
 * #endRow}. Where degree and picks of a row differ and the source is not weighted, every neighbour
 * was as likely, and the correction is degree / picks.
 */
public final class NeighborPicks implements AutoCloseable {
  private static final int UNREPORTED_CHUNK = 2048;

  private final GrowingBuffer rowStart = new GrowingBuffer();
  private final GrowingBuffer neighbors = new GrowingBuffer();
  private final GrowingBuffer degree = new GrowingBuffer();
  private final GrowingBuffer correction = new GrowingBuffer();

  /** Start of every row's neighbours in the graph; used by the source only. */
  private final GrowingBuffer graphStart = new GrowingBuffer();

  /** An int per pick; used by the consumer only. */
  private final GrowingBuffer pending = new GrowingBuffer();

  private final InOrder order = new InOrder();
  private PickConsumer consumer;
  private int[] prepared = new int[64];
  private long consumed;
  private int rows;
  private int endedRows;
  private long edges;
  private boolean weighted;

  public NeighborPicks() {}

  /** Reserves rows; the first row starts at 0. */
  public void beginRows(int count) {
    rows = count;
    edges = 0;
    consumed = 0;
    rowStart.reserve((count + 1L) * Long.BYTES);
    degree.reserve((long) count * Integer.BYTES);
    RawMemory.setLong(rowStart.address(), 0, 0);
  }

  /** Reserves picks, each with a correction when weighted. */
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

  /**
   * Reserves rows that are written one after the other.
   *
   * @param mostEdges as many picks as there can be
   * @param withCorrection whether every pick has a correction
   */
  public void begin(int rowCount, long mostEdges, boolean withCorrection) {
    beginRows(rowCount);
    beginEdges(mostEdges, withCorrection);
    edges = 0;
    endedRows = 0;
  }

  /** Adds a pick to the present row, without a correction. */
  public void add(int neighbor) {
    RawMemory.setInt(neighbors.address(), edges++, neighbor);
  }

  /** Adds a pick with its correction to the present row. */
  public void add(int neighbor, float factor) {
    RawMemory.setFloat(correction.address(), edges, factor);
    add(neighbor);
  }

  /** Ends the present row, whose node has this in-degree. */
  public void endRow(int inDegree) {
    RawMemory.setInt(degree.address(), endedRows, inDegree);
    RawMemory.setLong(rowStart.address(), ++endedRows, edges);
  }

  /** Multiplies the corrections of the picks that the present row has so far. */
  public void scaleCorrections(double factor) {
    for (long edge = rowStart(endedRows); edge < edges; edge++) {
      float scaled = (float) (correction(edge) * factor);
      RawMemory.setFloat(correction.address(), edge, scaled);
    }
  }

  /** Sets the consumer of later picks; null for none. */
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
      long from = rowStart(chunk * rowsPerChunk);
      prepared[chunk] = consumer.prepare(from, size(chunk, rowsPerChunk));
      order.finished(chunk, turn -> finish(turn, rowsPerChunk));
    }
  }

  private void finish(int chunk, int rowsPerChunk) {
    consumer.finish(rowStart(chunk * rowsPerChunk), prepared[chunk]);
    consumed += size(chunk, rowsPerChunk);
  }

  private int size(int chunk, int rowsPerChunk) {
    int from = chunk * rowsPerChunk;
    return Math.toIntExact(rowStart(Math.min(rows, from + rowsPerChunk)) - rowStart(from));
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

  /** The first pick of a row; of the row behind the last one, the number of picks. */
  public long rowStart(int row) {
    return RawMemory.longAt(rowStart.address(), row);
  }

  /** The node of a pick. */
  public int neighbor(long edge) {
    return RawMemory.intAt(neighbors.address(), edge);
  }

  /** The in-degree of a row's node in the whole graph. */
  public int degree(int row) {
    return RawMemory.intAt(degree.address(), row);
  }

  /** 1 / probability of a pick; only of weighted sources. */
  public float correction(long edge) {
    return RawMemory.floatAt(correction.address(), edge);
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

  /** The address of the row starts, for loops without checks. */
  long rowStartAddress() {
    return rowStart.address();
  }

  /** The address of the degrees. */
  long degreeAddress() {
    return degree.address();
  }

  /** The address of a pick's node. */
  long neighborAddress(long edge) {
    return neighbors.address() + edge * Integer.BYTES;
  }

  /** The address of a pick's correction. */
  long correctionAddress(long edge) {
    return correction.address() + edge * Float.BYTES;
  }

  /** The address of an int64 per row, for the source only; valid after {@link #beginRows}. */
  long graphStartAddress() {
    return graphStart.reserve((long) rows * Long.BYTES);
  }

  /** The address of a pick's int32, for the consumer only. */
  long pendingAddress(long edge) {
    return pending.address() + edge * Integer.BYTES;
  }

  /** Bytes of its arrays. */
  public long heldBytes() {
    return rowStart.heldBytes()
        + neighbors.heldBytes()
        + degree.heldBytes()
        + correction.heldBytes()
        + graphStart.heldBytes()
        + pending.heldBytes();
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
