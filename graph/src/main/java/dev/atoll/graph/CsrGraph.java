package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * The in-neighbours of every node, immutable, off-heap or memory-mapped; safe for concurrent
 * readers.
 *
 * <pre>
 *   rowStarts   int64   nodeCount + 1 offsets
 *   neighbors   int32   edgeCount sources, row after row (int64 when {@code wide}: more than 2³¹ − 1 nodes)
 * </pre>
 */
public final class CsrGraph {
  private final long nodeCount;
  private final long edgeCount;
  private final MemorySegment rowStarts;
  private final MemorySegment neighbors;
  private final boolean wide;

  public CsrGraph(long nodeCount, MemorySegment rowStarts, MemorySegment neighbors, boolean wide) {
    long last = rowStarts.get(JAVA_LONG_UNALIGNED, nodeCount * Long.BYTES);
    long cell = wide ? Long.BYTES : Integer.BYTES;
    if (neighbors.byteSize() < last * cell) {
      throw new IllegalArgumentException(
          "indptr[%d] says %d edges, but indices hold %d"
              .formatted(nodeCount, last, neighbors.byteSize() / cell));
    }
    this.nodeCount = nodeCount;
    this.edgeCount = last;
    this.rowStarts = rowStarts;
    this.neighbors = neighbors;
    this.wide = wide;
  }

  public long nodeCount() {
    return nodeCount;
  }

  /** Directed edges: an undirected edge counts twice. */
  public long edgeCount() {
    return edgeCount;
  }

  public long rowStart(long node) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, node * Long.BYTES);
  }

  public long inDegree(long node) {
    return rowStart(node + 1) - rowStart(node);
  }

  /** The source of an edge, by its place among all edges. */
  public long source(long edge) {
    return wide
        ? neighbors.get(JAVA_LONG_UNALIGNED, edge * Long.BYTES)
        : neighbors.get(JAVA_INT_UNALIGNED, edge * Integer.BYTES);
  }

  public long inNeighbor(long node, long index) {
    return source(rowStart(node) + index);
  }

  public MemorySegment rowStarts() {
    return rowStarts;
  }

  public MemorySegment neighbors() {
    return neighbors;
  }

  /** Whether neighbours are stored as int64. */
  public boolean wide() {
    return wide;
  }
}
