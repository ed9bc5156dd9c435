package dev.atoll.graph.cluster;

import java.util.Arrays;

/**
 * A rating map in a small hash table: the labels around one node stay in the cache, which an array
 * over all labels would not.
 */
final class HashRatings implements RatingMap {
  private static final int FREE = -1;
  private static final int GOLDEN = 0x9E3779B9;

  private int[] labels;
  private long[] sums;
  private int[] taken;
  private int hashShift;
  private int size;

  HashRatings() {
    allocate(7);
  }

  private void allocate(int bits) {
    labels = new int[1 << bits];
    sums = new long[1 << bits];
    taken = new int[1 << (bits - 1)];
    hashShift = Integer.SIZE - bits;
    Arrays.fill(labels, FREE);
  }

  @Override
  public void clear() {
    for (int entry = 0; entry < size; entry++) {
      labels[taken[entry]] = FREE;
    }
    size = 0;
  }

  /** Does nothing: the number of distinct labels is not known, and the table grows with them. */
  @Override
  public void reserve(int more) {}

  @Override
  public void add(int label, int weight) {
    insert(label, weight);
  }

  private void insert(int label, long weight) {
    int slot = slotOf(label);
    if (labels[slot] == FREE) {
      if (size == taken.length) {
        grow();
        slot = slotOf(label);
      }
      labels[slot] = label;
      sums[slot] = 0;
      taken[size++] = slot;
    }
    sums[slot] += weight;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int label(int entry) {
    return labels[taken[entry]];
  }

  @Override
  public long sum(int entry) {
    return sums[taken[entry]];
  }

  @Override
  public long sumOf(int label) {
    int slot = slotOf(label);
    return labels[slot] == FREE ? 0 : sums[slot];
  }

  private int slotOf(int label) {
    int slot = (label * GOLDEN) >>> hashShift;
    while (labels[slot] != label && labels[slot] != FREE) {
      slot = (slot + 1) & (labels.length - 1);
    }
    return slot;
  }

  private void grow() {
    int[] oldLabels = labels;
    long[] oldSums = sums;
    int[] oldTaken = taken;
    allocate(Integer.SIZE - hashShift + 1);
    size = 0;
    for (int slot : oldTaken) {
      insert(oldLabels[slot], oldSums[slot]);
    }
  }
}
