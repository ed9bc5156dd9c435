package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;

/**
 * Rows of a larger graph: the in-neighbours of some nodes. Rows are numbered 0, 1, …; neighbours
 * have their numbers in the whole graph. Immutable, off-heap or memory-mapped; safe for concurrent
 * readers.
 *
 * <pre>
 *   rowStarts   int64   rowCount + 1 offsets
 *   neighbors   int32   edgeCount sources, row after row
 * </pre>
 *
 * Edges may have {@linkplain EdgeData data}, such as weights.
 */
public final class RowSlice {
  private final int firstRow;
  private final int rowCount;
  private final int columnCount;
  private final long edgeCount;
  private final MemorySegment rowStarts;
  private final MemorySegment neighbors;
  private final EdgeData data;

  /**
   * Rows in arrays that are there already, without data of edges; contents are not checked.
   *
   * @param firstRow the node of row 0
   * @param columnCount the number of nodes of the whole graph
   */
  public RowSlice(
      int firstRow,
      int rowCount,
      int columnCount,
      MemorySegment rowStarts,
      MemorySegment neighbors) {
    this(firstRow, rowCount, columnCount, rowStarts, neighbors, EdgeData.NONE);
  }

  private RowSlice(
      int firstRow,
      int rowCount,
      int columnCount,
      MemorySegment rowStarts,
      MemorySegment neighbors,
      EdgeData data) {
    long last = rowStarts.get(JAVA_LONG_UNALIGNED, (long) rowCount * Long.BYTES);
    if (neighbors.byteSize() / Integer.BYTES < last) {
      throw new IllegalArgumentException(
          "indptr[%d] says %d edges, but indices hold %d"
              .formatted(rowCount, last, neighbors.byteSize() / Integer.BYTES));
    }
    data.requireCount(last);
    this.firstRow = firstRow;
    this.rowCount = rowCount;
    this.columnCount = columnCount;
    this.edgeCount = last;
    this.rowStarts = rowStarts;
    this.neighbors = neighbors;
    this.data = data;
  }

  /** A copy of these rows with other data of edges; arrays are shared. */
  public RowSlice with(EdgeData other) {
    return new RowSlice(firstRow, rowCount, columnCount, rowStarts, neighbors, other);
  }

  /**
   * A copy of these rows with a weight per edge; arrays are shared.
   *
   * @param perEdge float32, in the order of the edges; contents are not checked
   */
  public RowSlice withWeights(MemorySegment perEdge) {
    return with(EdgeData.ofWeights(perEdge));
  }

  /**
   * Consecutive rows, with their edges numbered from 0; neighbours and data are shared.
   *
   * @param memory for the row starts
   */
  public RowSlice slice(int row, int count, SegmentAllocator memory) {
    long first = rowStart(row);
    MemorySegment starts = memory.allocate(JAVA_LONG, count + 1L);
    for (long i = 0; i <= count; i++) {
      starts.setAtIndex(JAVA_LONG, i, rowStart(row + i) - first);
    }
    long edges = rowStart((long) row + count) - first;
    return new RowSlice(
        firstRow + row,
        count,
        columnCount,
        starts,
        neighbors.asSlice(first * Integer.BYTES, edges * Integer.BYTES),
        data.slice(first, edges));
  }

  /** The node whose in-neighbours are row 0. */
  public int firstRow() {
    return firstRow;
  }

  public int rowCount() {
    return rowCount;
  }

  /** The number of nodes of the whole graph: neighbours are smaller. */
  public int columnCount() {
    return columnCount;
  }

  public long edgeCount() {
    return edgeCount;
  }

  public long rowStart(long row) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
  }

  public long inDegree(long row) {
    return rowStart(row + 1) - rowStart(row);
  }

  /** The source of an edge, by its place among all edges. */
  public int source(long edge) {
    return neighbors.get(JAVA_INT_UNALIGNED, edge * Integer.BYTES);
  }

  public int inNeighbor(long row, long index) {
    return source(rowStart(row) + index);
  }

  public MemorySegment rowStarts() {
    return rowStarts;
  }

  public MemorySegment neighbors() {
    return neighbors;
  }

  /** The data of every edge. */
  public EdgeData data() {
    return data;
  }

  /** The weight of every edge, float32; empty if edges have none. */
  public Optional<MemorySegment> weights() {
    return data.weights();
  }

  /** The weight of an edge, by its place among all edges; 1 where edges have none. */
  public float weight(long edge) {
    return data.weight(edge);
  }
}
