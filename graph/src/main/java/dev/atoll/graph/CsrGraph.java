package dev.atoll.graph;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The in-neighbours of every node, immutable, off-heap or memory-mapped; safe for concurrent
 * readers. Node numbers are 32-bit, so a graph has at most 2³¹ − 1 nodes; it may have more edges.
 *
 * <pre>
 *   rowStarts   int64   nodeCount + 1 offsets
 *   neighbors   int32   edgeCount sources, row after row
 * </pre>
 *
 * Edges may have {@linkplain EdgeData data}, such as weights.
 */
public final class CsrGraph {
  private final RowSlice rows;

  public CsrGraph(int nodeCount, MemorySegment rowStarts, MemorySegment neighbors) {
    this(new RowSlice(0, nodeCount, nodeCount, rowStarts, neighbors));
  }

  /** The graph of the rows of all nodes; arrays are shared. */
  public CsrGraph(RowSlice rows) {
    if (rows.firstRow() != 0 || rows.rowCount() != rows.columnCount()) {
      throw new IllegalArgumentException(
          "%d rows from node %d are not the rows of all %d nodes"
              .formatted(rows.rowCount(), rows.firstRow(), rows.columnCount()));
    }
    this.rows = rows;
  }

  /** A copy of this graph with other data of edges; arrays are shared. */
  public CsrGraph with(EdgeData data) {
    return new CsrGraph(rows.with(data));
  }

  /**
   * A copy of this graph with edge weights; arrays are shared.
   *
   * @param weights one float32 per edge, in the order of the edges; contents are not checked
   */
  public CsrGraph withWeights(MemorySegment weights) {
    return with(EdgeData.ofWeights(weights));
  }

  /** The graph without data of edges, for work that does not look at them. */
  public CsrGraph withoutData() {
    return data().isEmpty() ? this : with(EdgeData.NONE);
  }

  /**
   * The number of nodes of a graph that is to be made.
   *
   * @throws BadDataException when there are more than 2³¹ − 1
   */
  public static int requireNodeCount(long nodes) {
    if (nodes > Integer.MAX_VALUE) {
      throw new BadDataException(
          "a graph of %d nodes: expected at most %d (2^31 - 1), because node numbers are 32-bit; use a part of the graph"
              .formatted(nodes, Integer.MAX_VALUE));
    }
    return (int) nodes;
  }

  public int nodeCount() {
    return rows.rowCount();
  }

  /** Directed edges: an undirected edge counts twice. */
  public long edgeCount() {
    return rows.edgeCount();
  }

  public long rowStart(long node) {
    return rows.rowStart(node);
  }

  public long inDegree(long node) {
    return rows.inDegree(node);
  }

  /** The source of an edge, by its index among all edges. */
  public int source(long edge) {
    return rows.source(edge);
  }

  public int inNeighbor(long node, long index) {
    return rows.inNeighbor(node, index);
  }

  public MemorySegment rowStarts() {
    return rows.rowStarts();
  }

  public MemorySegment neighbors() {
    return rows.neighbors();
  }

  /** The data of every edge. */
  public EdgeData data() {
    return rows.data();
  }

  /** The weight of every edge, float32; empty if edges have none. */
  public Optional<MemorySegment> weights() {
    return data().weights();
  }

  /** The rows of all nodes. */
  public RowSlice rows() {
    return rows;
  }
}
