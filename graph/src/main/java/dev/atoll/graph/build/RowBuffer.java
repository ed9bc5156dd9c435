package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.CsrGraph;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The neighbours of one node on the heap, to be put in order; reused from row to row. */
final class RowBuffer {
  private int[] values = new int[64];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void add(int neighbor) {
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

  void load(MemorySegment columns, long node, long from, long to) {
    load(node, to - from);
    for (int i = 0; i < size; i++) {
      values[i] = columns.getAtIndex(JAVA_INT, from + i);
    }
  }

  private void load(long node, long degree) {
    if (degree > values.length) {
      if (degree > Integer.MAX_VALUE - 8) {
        throw new IllegalArgumentException(
            "node %d has %d in-neighbours; at most %d can be put in order"
                .formatted(node, degree, Integer.MAX_VALUE - 8));
      }
      values = new int[grown(degree)];
    }
    size = (int) degree;
  }

  private static int grown(long needed) {
    return (int) Math.min(Integer.MAX_VALUE - 8, needed + (needed >> 1));
  }

  void store(MemorySegment columns, long place) {
    for (int i = 0; i < size; i++) {
      columns.setAtIndex(JAVA_INT, place + i, values[i]);
    }
  }

  void sort() {
    Arrays.sort(values, 0, size);
  }

  void replaceAll(IntUnaryOperator change) {
    for (int i = 0; i < size; i++) {
      values[i] = change.applyAsInt(values[i]);
    }
  }

  void insertBeforeGreater(int neighbor) {
    int place = 0;
    while (place < size && values[place] <= neighbor) {
      place++;
    }
    add(neighbor);
    System.arraycopy(values, place, values, place + 1, size - 1 - place);
    values[place] = neighbor;
  }

  void removeAll(int neighbor) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (values[i] != neighbor) {
        values[kept++] = values[i];
      }
    }
    size = kept;
  }

  /** Removes the repeated neighbours of an ascending row. */
  void removeRepeats() {
    int kept = Math.min(size, 1);
    for (int i = 1; i < size; i++) {
      if (values[i] != values[kept - 1]) {
        values[kept++] = values[i];
      }
    }
    size = kept;
  }
}
