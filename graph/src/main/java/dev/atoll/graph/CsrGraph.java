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
 *   weights     float32 edgeCount edge weights, optional
 * </pre>
 */
public final class CsrGraph {
  private final RowSlice rows;

  public CsrGraph(int nodeCount, MemorySegment rowStarts, MemorySegment neighbors) {
    this(new RowSlice(0, nodeCount, nodeCount, rowStarts, neighbors));
  }

  private CsrGraph(RowSlice rows) {
    this.rows = rows;
  }

  /**
   * A copy of this graph with edge weights; arrays are shared.
   *
   * @param weights one float32 per edge, in the order of the edges; contents are not checked
   */
  public CsrGraph withWeights(MemorySegment weights) {
    return new CsrGraph(rows.withWeights(weights));
  }

  /** The graph without edge weights, for work that does not look at them. */
  public CsrGraph withoutWeights() {
    return rows.weights().isEmpty()
        ? this
        : new CsrGraph(nodeCount(), rows.rowStarts(), rows.neighbors());
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

  /** The weight of every edge, float32; empty if edges have none. */
  public Optional<MemorySegment> weights() {
    return rows.weights();
  }

  /** The rows of all nodes. */
  public RowSlice rows() {
    return rows;
  }
}
