package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The neighbours of one node on the heap, and the edges that they come from. */
final class RowBuffer {
  private static final int MOST = Integer.MAX_VALUE - 8;

  private int[] neighbors = new int[64];
  private long[] origins = new long[64];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /**
   * Appends a neighbour.
   *
   * @param origin the edge whose data the new edge gets, or {@link dev.atoll.graph.EdgeData#ADDED}
   */
  void add(int neighbor, long origin) {
    if (size == neighbors.length) {
      int grown = (int) Math.min(MOST, size + (size >> 1) + 1L);
      neighbors = Arrays.copyOf(neighbors, grown);
      origins = Arrays.copyOf(origins, grown);
    }
    neighbors[size] = neighbor;
    origins[size++] = origin;
  }

  long[] origins() {
    return origins;
  }

  void store(MemorySegment columns, long place) {
    MemorySegment.copy(neighbors, 0, columns, JAVA_INT, place * Integer.BYTES, size);
  }
}
