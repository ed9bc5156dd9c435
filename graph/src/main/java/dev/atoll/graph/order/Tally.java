package dev.atoll.graph.order;

import java.util.Arrays;

/**
 * Sums of weights by key (0 or more), in a small hash table that is reused: the keys of one node's
 * neighbours stay in the cache, which an array over all keys would not. Keys come out in the order
 * in which they went in.
 */
final class Tally {
  private static final int FREE = -1;
  private static final int GOLDEN = 0x9E3779B9;

  private int[] keys;
  private long[] sums;
  private int[] taken;
  private int hashShift;
  private int count;

  Tally() {
    allocate(7);
  }

  private void allocate(int bits) {
    keys = new int[1 << bits];
    sums = new long[1 << bits];
    taken = new int[1 << (bits - 1)];
    hashShift = Integer.SIZE - bits;
    Arrays.fill(keys, FREE);
  }

  void clear() {
    for (int index = 0; index < count; index++) {
      keys[taken[index]] = FREE;
    }
    count = 0;
  }

  void add(int key, long weight) {
    int slot = slotOf(key);
    if (keys[slot] == FREE) {
      if (count == taken.length) {
        grow();
        slot = slotOf(key);
      }
      keys[slot] = key;
      sums[slot] = 0;
      taken[count++] = slot;
    }
    sums[slot] += weight;
  }

  int count() {
    return count;
  }

  int key(int index) {
    return keys[taken[index]];
  }

  long sum(int index) {
    return sums[taken[index]];
  }

  /** The sum of a key, 0 if it has none. */
  long sumOf(int key) {
    int slot = slotOf(key);
    return keys[slot] == FREE ? 0 : sums[slot];
  }

  private int slotOf(int key) {
    int slot = (key * GOLDEN) >>> hashShift;
    while (keys[slot] != key && keys[slot] != FREE) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    int[] oldKeys = keys;
    long[] oldSums = sums;
    int[] oldTaken = taken;
    allocate(Integer.SIZE - hashShift + 1);
    count = 0;
    for (int slot : oldTaken) {
      add(oldKeys[slot], oldSums[slot]);
    }
  }
}
