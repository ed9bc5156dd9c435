package dev.atoll.graph.sample;

import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of all nodes in several pieces of memory, one after the other by the numbers of their
 * nodes. A neighbour is named by its place in the whole address space, so that drawing and reading
 * need not know its piece.
 */
final class JoinedRows {
  /** Places are counted from here. */
  static final long ORIGIN = 0;

  private final List<RowSlice> pieces;
  private final int[] first;
  private final long[] rowStarts;
  private final long[] sources;

  JoinedRows(List<RowSlice> pieces) {
    this.pieces = pieces;
    this.first = new int[pieces.size()];
    this.rowStarts = new long[first.length];
    this.sources = new long[first.length];
    int next = 0;
    for (int i = 0; i < first.length; i++) {
      RowSlice piece = pieces.get(i);
      if (piece.firstRow() != next) {
        throw new IllegalArgumentException(
            "rows of nodes from %d on: expected those from %d on, behind the piece before"
                .formatted(piece.firstRow(), next));
      }
      first[i] = next;
      next += piece.rowCount();
      rowStarts[i] =
          RawMemory.address(piece.rowStarts(), (piece.rowCount() + 1L) * Long.BYTES, "row starts");
      sources[i] =
          RawMemory.address(piece.neighbors(), piece.edgeCount() * Integer.BYTES, "neighbours");
    }
    if (next != pieces.getFirst().columnCount()) {
      throw new IllegalArgumentException(
          "rows of %d nodes: expected those of all %d"
              .formatted(next, pieces.getFirst().columnCount()));
    }
  }

  private int piece(int node) {
    if (node < 0 || node >= pieces.getFirst().columnCount()) {
      throw new IndexOutOfBoundsException(
          "node %d of %d".formatted(node, pieces.getFirst().columnCount()));
    }
    int at = Arrays.binarySearch(first, node);
    if (at < 0) {
      return -at - 2;
    }
    while (at + 1 < first.length && first[at + 1] == node) {
      at++; // empty pieces begin where the next one does
    }
    return at;
  }

  /** The address of the numbers of a node's first edge and of the first edge behind its last. */
  long bounds(int node) {
    int piece = piece(node);
    return rowStarts[piece] + ((long) node - first[piece]) * Long.BYTES;
  }

  /** The place of a neighbour by the number of its edge in the node's piece. */
  long place(int node, long edge) {
    return sources[piece(node)] / Integer.BYTES + edge;
  }

  void requireOpen() {
    for (RowSlice piece : pieces) {
      RawMemory.requireOpen(piece.rowStarts(), "row starts");
      RawMemory.requireOpen(piece.neighbors(), "neighbours");
    }
  }
}
