package dev.atoll.graph.memory;

import dev.atoll.graph.RandomKey;

/** Numbers nodes in the order in which they first appear, by a hash map of open addresses. */
public final class HashIds implements AutoCloseable {
  private static final long FREE = -1;

  private final GrowingBuffer keys = new GrowingBuffer();
  private final GrowingBuffer places = new GrowingBuffer();
  private long mask;
  private int count;

  public HashIds() {}

  /** Forgets all nodes and reserves capacity, at most half full, for the given number. */
  public void begin(long mostNodes) {
    long slots = Math.max(2, Long.highestOneBit(mostNodes * 2 - 1) * 2);
    mask = slots - 1;
    count = 0;
    keys.reserve(slots * Long.BYTES);
    places.reserve(slots * Integer.BYTES);
    keys.view(slots * Long.BYTES).fill((byte) FREE);
  }

  public int count() {
    return count;
  }

  /** The index of a node; the next free one if it is new. */
  public int placeOf(long node) {
    long slot = RandomKey.mix(node) & mask;
    while (true) {
      long key = RawMemory.longAt(keys.address(), slot);
      if (key == node) {
        return RawMemory.intAt(places.address(), slot);
      }
      if (key == FREE) {
        RawMemory.setLong(keys.address(), slot, node);
        RawMemory.setInt(places.address(), slot, count);
        return count++;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Bytes of its tables. */
  public long heldBytes() {
    return keys.heldBytes() + places.heldBytes();
  }

  @Override
  public void close() {
    keys.close();
    places.close();
  }
}
