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
public final class Picked implements AutoCloseable {
  /** Told of picks in their order, by one thread at a time, while others are still being made. */
  interface Follower {
    void accept(long fromEdge, long toEdge);
  }

  final GrowingBuffer rowStart = new GrowingBuffer();
  final GrowingBuffer neighbors = new GrowingBuffer();
  final GrowingBuffer degree = new GrowingBuffer();
  final GrowingBuffer correction = new GrowingBuffer();

  /** Where the neighbours of every row begin in the graph, for the source alone. */
  final GrowingBuffer graphStart = new GrowingBuffer();

  final InOrder order = new InOrder();
  private Follower follower = (_, _) -> {};
  private long followed;
  private int rows;
  private long edges;
  private boolean weighted;

  public Picked() {}

  /** Makes room for rows; the first row starts at 0. */
  public void beginRows(int count) {
    rows = count;
    edges = 0;
    followed = 0;
    rowStart.reserve((count + 1L) * Long.BYTES);
    degree.reserve((long) count * Integer.BYTES);
    RawMemory.setLong(rowStart.address(), 0, 0);
  }

  /** Makes room for picks, each with a correction when weighted. */
  public void beginEdges(long count, boolean withCorrection) {
    edges = count;
    weighted = withCorrection;
    neighbors.reserve(count * Integer.BYTES);
    if (withCorrection) {
      correction.reserve(count * Float.BYTES);
    }
  }

  /** From now on the follower is told of picks. */
  void follow(Follower next) {
    follower = next;
  }

  /** Tells the follower that all picks before this one are there. Not for two threads at once. */
  void followUpTo(long toEdge) {
    if (toEdge > followed) {
      follower.accept(followed, toEdge);
      followed = toEdge;
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
  }
}
