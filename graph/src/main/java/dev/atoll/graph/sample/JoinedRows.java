package dev.atoll.graph.sample;

import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of all nodes in several slices, one after the other by the numbers of their nodes. A
 * neighbour is named by its position in the whole address space, so that drawing and reading need
 * not know its slice.
 */
final class JoinedRows {
  /** Places are counted from here. */
  static final long ORIGIN = 0;

  private final List<RowSlice> slices;
  private final int[] first;
  private final long[] rowStarts;
  private final long[] sources;

  JoinedRows(List<RowSlice> slices) {
    this.slices = slices;
    this.first = new int[slices.size()];
    this.rowStarts = new long[first.length];
    this.sources = new long[first.length];
    int next = 0;
    for (int i = 0; i < first.length; i++) {
      RowSlice slice = slices.get(i);
      if (slice.firstRow() != next) {
        throw new IllegalArgumentException(
            "rows of nodes from %d on: expected those from %d on, behind the slice before"
                .formatted(slice.firstRow(), next));
      }
      first[i] = next;
      next += slice.rowCount();
      rowStarts[i] =
          RawMemory.address(slice.rowStarts(), (slice.rowCount() + 1L) * Long.BYTES, "row starts");
      sources[i] =
          RawMemory.address(slice.neighbors(), slice.edgeCount() * Integer.BYTES, "neighbours");
    }
    if (next != slices.getFirst().columnCount()) {
      throw new IllegalArgumentException(
          "rows of %d nodes: expected those of all %d"
              .formatted(next, slices.getFirst().columnCount()));
    }
  }

  private int slice(int node) {
    if (node < 0 || node >= slices.getFirst().columnCount()) {
      throw new IndexOutOfBoundsException(
          "node %d of %d".formatted(node, slices.getFirst().columnCount()));
    }
    int at = Arrays.binarySearch(first, node);
    if (at < 0) {
      return -at - 2;
    }
    while (at + 1 < first.length && first[at + 1] == node) {
      at++; // empty slices begin where the next one does
    }
    return at;
  }

  /** The address of the numbers of a node's first edge and of the first edge behind its last. */
  long bounds(int node) {
    int slice = slice(node);
    return rowStarts[slice] + ((long) node - first[slice]) * Long.BYTES;
  }

  /** The position of a neighbour by the number of its edge in the node's slice. */
  long place(int node, long edge) {
    return sources[slice(node)] / Integer.BYTES + edge;
  }

  void requireOpen() {
    for (RowSlice slice : slices) {
      RawMemory.requireOpen(slice.rowStarts(), "row starts");
      RawMemory.requireOpen(slice.neighbors(), "neighbours");
    }
  }
}
