package dev.atoll.graph.partition.multilevel.coarsen;

import java.util.Arrays;

/** Sums of edge weights by label, for one node at a time; entries keep the order they came in. */
final class RatingMap {
  private final int[] sumOf;
  private int[] labels = new int[256];
  private int size;

  /** For labels below {@code labelCount}. */
  RatingMap(int labelCount) {
    sumOf = new int[labelCount];
  }

  /** Forgets everything. */
  void reset() {
    for (int i = 0; i < size; i++) {
      sumOf[labels[i]] = 0;
    }
    size = 0;
  }

  /** Makes room for so many more labels. */
  void reserve(int more) {
    int needed = (int) Math.min((long) size + more, sumOf.length);
    if (needed > labels.length) {
      labels =
          Arrays.copyOf(labels, (int) Math.max(needed, Math.min(labels.length * 2L, sumOf.length)));
    }
  }

  /** Weights are positive. */
  void add(int label, int weight) {
    int sum = sumOf[label];
    if (sum == 0) {
      labels[size++] = label;
    }
    sumOf[label] = sum + weight;
  }

  int size() {
    return size;
  }

  int label(int entry) {
    return labels[entry];
  }

  int sum(int entry) {
    return sumOf[labels[entry]];
  }

  /** The sum of a label, 0 when it did not come. */
  int sumOf(int label) {
    return sumOf[label];
  }

  /** Appends the entries as arcs. */
  void store(RowBlocks.Writer writer) {
    for (int i = 0; i < size; i++) {
      writer.add(labels[i], sumOf[labels[i]]);
    }
  }
}
