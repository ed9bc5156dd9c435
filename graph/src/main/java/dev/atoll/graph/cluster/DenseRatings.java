package dev.atoll.graph.cluster;

import java.util.Arrays;

/** A rating map with one array element per label. */
final class DenseRatings implements RatingMap {
  private final int[] sumOf;

  /** Labels met, one element longer than needed: {@link #add} writes beyond the last. */
  private int[] labels = new int[256];

  private int size;

  /** A map for labels below {@code labelCount}. */
  DenseRatings(int labelCount) {
    sumOf = new int[labelCount];
  }

  @Override
  public void clear() {
    for (int i = 0; i < size; i++) {
      sumOf[labels[i]] = 0;
    }
    size = 0;
  }

  @Override
  public void reserve(int more) {
    int needed = (int) Math.min((long) size + more, sumOf.length) + 1;
    if (needed > labels.length) {
      labels =
          Arrays.copyOf(
              labels, (int) Math.max(needed, Math.min(labels.length * 2L, sumOf.length + 1L)));
    }
  }

  /**
   * Writes every label and counts the new ones: whether a label is new is as good as random, and a
   * branch would be mispredicted all the time.
   */
  @Override
  public void add(int label, int weight) {
    int sum = sumOf[label];
    labels[size] = label;
    size += (sum - 1) >>> (Integer.SIZE - 1); // 1 for a sum of 0
    sumOf[label] = sum + weight;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int label(int entry) {
    return labels[entry];
  }

  @Override
  public long sum(int entry) {
    return sumOf[labels[entry]];
  }

  @Override
  public long sumOf(int label) {
    return sumOf[label];
  }
}
