package dev.atoll.graph.cluster;

/** Sums of positive edge weights by label; entries keep the order in which labels arrive. */
public interface RatingMap {
  /** Removes all entries. */
  void clear();

  /** Reserves capacity for more labels, so that {@link #add} need not. */
  void reserve(int more);

  void add(int label, int weight);

  int size();

  int label(int entry);

  long sum(int entry);

  /** The sum of a label, 0 when it has no entry. */
  long sumOf(int label);
}
