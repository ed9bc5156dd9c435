package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;
import java.util.Arrays;

/** Numbers whole numbers 0, 1, 2 … in the order they come: an open hash table. */
public final class NumberIndex {
  private static final int LARGEST = 1 << 30;

  private long[] ids = new long[16];
  private int[] slots = new int[64];
  private int count;

  public NumberIndex() {
    Arrays.fill(slots, -1);
  }

  public int count() {
    return count;
  }

  /** The number of an id, −1 when it is not there. */
  public int find(long id) {
    return slots[slot(id)];
  }

  /** Adds an id; its number if it was there before, else −1. */
  public int add(long id) {
    int slot = slot(id);
    if (slots[slot] >= 0) {
      return slots[slot];
    }
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, Math.toIntExact(ids.length * 2L));
    }
    ids[count] = id;
    slots[slot] = count++;
    if (count > slots.length / 2) {
      grow();
    }
    return -1;
  }

  public long id(int number) {
    return ids[number];
  }

  /** Whether every id is its own number. */
  public boolean isIdentity() {
    for (int i = 0; i < count; i++) {
      if (ids[i] != i) {
        return false;
      }
    }
    return true;
  }

  private int slot(long id) {
    int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 33) & (slots.length - 1);
    while (slots[slot] >= 0 && ids[slots[slot]] != id) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    if (slots.length >= LARGEST) {
      throw new BadDataException("more than %d different ids".formatted(LARGEST / 2));
    }
    slots = new int[slots.length * 2];
    Arrays.fill(slots, -1);
    for (int i = 0; i < count; i++) {
      slots[slot(ids[i])] = i;
    }
  }
}
