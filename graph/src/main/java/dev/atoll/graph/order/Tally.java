package dev.atoll.graph.order;

import java.util.Arrays;

/**
 * Sums of weights by key, in a small hash table that is reused: the keys of one node's neighbours
 * stay in the cache, which an array over all keys would not. Keys come out in the order in which
 * they went in.
 */
final class Tally {
  private static final int FREE = -1;

  private int[] slots = new int[128];
  private int[] keys = new int[64];
  private int[] slotOfIndex = new int[64];
  private long[] sums = new long[64];
  private int count;

  Tally() {
    Arrays.fill(slots, FREE);
  }

  void clear() {
    for (int index = 0; index < count; index++) {
      slots[slotOfIndex[index]] = FREE;
    }
    count = 0;
  }

  void add(int key, long weight) {
    int slot = slotOf(key);
    if (slots[slot] == FREE) {
      if (count == keys.length) {
        grow();
        slot = slotOf(key);
      }
      slots[slot] = count;
      slotOfIndex[count] = slot;
      keys[count] = key;
      sums[count++] = 0;
    }
    sums[slots[slot]] += weight;
  }

  int count() {
    return count;
  }

  int key(int index) {
    return keys[index];
  }

  long sum(int index) {
    return sums[index];
  }

  /** The sum of a key, 0 if it has none. */
  long sumOf(int key) {
    int index = slots[slotOf(key)];
    return index == FREE ? 0 : sums[index];
  }

  private int slotOf(int key) {
    int mask = slots.length - 1;
    int slot = ((key * 0x9E3779B9) >>> 8) & mask;
    while (slots[slot] != FREE && keys[slots[slot]] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * count);
    sums = Arrays.copyOf(sums, 2 * count);
    slotOfIndex = new int[2 * count];
    slots = new int[4 * count];
    Arrays.fill(slots, FREE);
    for (int index = 0; index < count; index++) {
      slotOfIndex[index] = slotOf(keys[index]);
      slots[slotOfIndex[index]] = index;
    }
  }
}
