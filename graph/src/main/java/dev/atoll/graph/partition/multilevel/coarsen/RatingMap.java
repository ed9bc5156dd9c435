package dev.atoll.graph.partition.multilevel.coarsen;

/** Sums of edge weights by label, for one node at a time; entries keep the order they came in. */
final class RatingMap {
  private final int[] sumOf;
  private int[] labels = new int[256];
  private int size;

  /** For labels below {@code labelCount}. */
  RatingMap(int labelCount) {
    sumOf = new int[labelCount];
  }

  /** Forgets everything and makes room for so many entries. */
  void reset(int entries) {
    for (int i = 0; i < size; i++) {
      sumOf[labels[i]] = 0;
    }
    size = 0;
    if (entries > labels.length) {
      labels = new int[Math.max(entries, Math.min(labels.length * 2, sumOf.length))];
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

  /** Appends the entries as arcs and returns how many there are then. */
  int store(long[] arcs, int at) {
    for (int i = 0; i < size; i++) {
      arcs[at++] = WeightedGraph.pack(labels[i], sumOf[labels[i]]);
    }
    return at;
  }
}
