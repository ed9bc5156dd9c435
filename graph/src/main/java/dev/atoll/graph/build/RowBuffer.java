package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** The neighbours of one node on the heap, to be put in order; reused from row to row. */
final class RowBuffer {
  private static final long FREE = -1;

  private long[] values = new long[64];
  private long[] seen = new long[0];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void add(long neighbor) {
    if (size == values.length) {
      values = Arrays.copyOf(values, grown(size + 1L));
    }
    values[size++] = neighbor;
  }

  void load(CsrGraph graph, long node) {
    load(node, graph.inDegree(node));
    long start = graph.rowStart(node);
    for (int i = 0; i < size; i++) {
      values[i] = graph.source(start + i);
    }
  }

  void load(NeighborCells cells, long node, long from, long to) {
    load(node, to - from);
    for (int i = 0; i < size; i++) {
      values[i] = cells.get(from + i);
    }
  }

  private void load(long node, long degree) {
    if (degree > values.length) {
      if (degree > Integer.MAX_VALUE - 8) {
        throw new IllegalArgumentException(
            "node %d has %d in-neighbours; at most %d can be put in order"
                .formatted(node, degree, Integer.MAX_VALUE - 8));
      }
      values = new long[grown(degree)];
    }
    size = (int) degree;
  }

  private static int grown(long needed) {
    return (int) Math.min(Integer.MAX_VALUE - 8, needed + (needed >> 1));
  }

  void store(NeighborCells cells, long place) {
    for (int i = 0; i < size; i++) {
      cells.set(place + i, values[i]);
    }
  }

  void sort() {
    Arrays.sort(values, 0, size);
  }

  void replaceAll(LongUnaryOperator change) {
    for (int i = 0; i < size; i++) {
      values[i] = change.applyAsLong(values[i]);
    }
  }

  void insertBeforeGreater(long neighbor) {
    int place = 0;
    while (place < size && values[place] <= neighbor) {
      place++;
    }
    add(neighbor);
    System.arraycopy(values, place, values, place + 1, size - 1 - place);
    values[place] = neighbor;
  }

  void removeAll(long neighbor) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (values[i] != neighbor) {
        values[kept++] = values[i];
      }
    }
    size = kept;
  }

  /** Keeps the first of every run of equal neighbours: all repeats of a sorted row. */
  void removeRepeatsInRuns() {
    int kept = Math.min(size, 1);
    for (int i = 1; i < size; i++) {
      if (values[i] != values[kept - 1]) {
        values[kept++] = values[i];
      }
    }
    size = kept;
  }

  /** Keeps the first of equal neighbours, wherever they stand. */
  void removeRepeats() {
    int mask = Integer.highestOneBit(Math.max(size, 1)) * 4 - 1;
    if (seen.length <= mask) {
      seen = new long[mask + 1];
    }
    Arrays.fill(seen, 0, mask + 1, FREE);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (markSeen(values[i], mask)) {
        values[kept++] = values[i];
      }
    }
    size = kept;
  }

  private boolean markSeen(long value, int mask) {
    int slot = (int) ((value * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (seen[slot] != FREE) {
      if (seen[slot] == value) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    seen[slot] = value;
    return true;
  }
}
