package dev.atoll.graph.memory;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;

/**
 * Numbers nodes in the order in which they first appear in a list, on several threads: the map of
 * {@link HashIds} with slots that are taken by compare-and-set. A slot keeps the first index of the
 * list at which its node appears, so numbers do not depend on which thread comes first.
 */
public final class SharedHashIds implements AutoCloseable {
  private static final long FREE = -1;
  private static final long GRAIN = 8192;

  private final GrowingBuffer keys = new GrowingBuffer();
  private final GrowingBuffer firsts = new GrowingBuffer();
  private long[] numberOf = new long[64];
  private long mask;

  public SharedHashIds() {}

  /**
   * Replaces the nodes of a list by their numbers.
   *
   * @param list the address of node numbers, int64
   * @param nodes the address to which every node is written under its number, int32
   * @return how many different nodes there are
   */
  public int number(long list, long count, long nodes, int threads) {
    begin(count, threads);
    Parallel.forEachRange(threads, count, GRAIN, (from, to) -> enter(list, from, to));
    int chunks = Math.toIntExact(Math.ceilDiv(count, GRAIN));
    if (numberOf.length < chunks + 1) {
      numberOf = new long[chunks + chunks / 4 + 1];
    }
    Parallel.forEachRange(
        threads,
        count,
        GRAIN,
        (from, to) -> numberOf[(int) (from / GRAIN)] = countFirsts(list, from, to));
    long different = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      long firstsOfChunk = numberOf[chunk];
      numberOf[chunk] = different;
      different += firstsOfChunk;
    }
    Parallel.forEachRange(
        threads,
        count,
        GRAIN,
        (from, to) -> numberFirsts(list, from, to, numberOf[(int) (from / GRAIN)], nodes));
    Parallel.forEachRange(threads, count, GRAIN, (from, to) -> look(list, from, to));
    return Math.toIntExact(different);
  }

  private void begin(long mostNodes, int threads) {
    long slots = Math.max(2, Long.highestOneBit(Math.max(1, mostNodes * 2 - 1)) * 2);
    mask = slots - 1;
    long key = keys.reserve(slots * Long.BYTES);
    long first = firsts.reserve(slots * Long.BYTES);
    Parallel.forEachRange(
        threads,
        slots,
        GRAIN,
        (from, to) -> {
          for (long slot = from; slot < to; slot++) {
            RawMemory.setLong(key, slot, FREE);
            RawMemory.setLong(first, slot, Long.MAX_VALUE);
          }
        });
  }

  /** Replaces nodes by their slots, which store the first index. */
  private void enter(long list, long from, long to) {
    for (long i = from; i < to; i++) {
      long slot = slotOf(RawMemory.longAt(list, i));
      lower(slot, i);
      RawMemory.setLong(list, i, slot);
    }
  }

  private long slotOf(long node) {
    long slot = RandomKey.mix(node) & mask;
    while (true) {
      long key = RawMemory.sharedLongAt(keys.address(), slot);
      if (key == node) {
        return slot;
      }
      if (key != FREE) {
        slot = (slot + 1) & mask;
      } else if (RawMemory.replaceLong(keys.address(), slot, FREE, node)) {
        return slot;
      }
    }
  }

  private void lower(long slot, long place) {
    long known = RawMemory.sharedLongAt(firsts.address(), slot);
    while (place < known && !RawMemory.replaceLong(firsts.address(), slot, known, place)) {
      known = RawMemory.sharedLongAt(firsts.address(), slot);
    }
  }

  private boolean isFirst(long list, long place) {
    return RawMemory.sharedLongAt(firsts.address(), RawMemory.longAt(list, place)) == place;
  }

  private long countFirsts(long list, long from, long to) {
    long count = 0;
    for (long i = from; i < to; i++) {
      count += isFirst(list, i) ? 1 : 0;
    }
    return count;
  }

  /**
   * Numbers nodes at their first place. A number takes the place's position in the map and is
   * written as its complement, so that no other index is taken for a first one.
   */
  private void numberFirsts(long list, long from, long to, long next, long nodes) {
    long number = next;
    for (long i = from; i < to; i++) {
      if (isFirst(list, i)) {
        long slot = RawMemory.longAt(list, i);
        RawMemory.setInt(nodes, number, (int) RawMemory.longAt(keys.address(), slot));
        RawMemory.setSharedLong(firsts.address(), slot, ~number);
        number++;
      }
    }
  }

  private void look(long list, long from, long to) {
    for (long i = from; i < to; i++) {
      long slot = RawMemory.longAt(list, i);
      RawMemory.setLong(list, i, ~RawMemory.longAt(firsts.address(), slot));
    }
  }

  /** Bytes of its tables. */
  public long heldBytes() {
    return keys.heldBytes() + firsts.heldBytes() + (long) numberOf.length * Long.BYTES;
  }

  @Override
  public void close() {
    keys.close();
    firsts.close();
  }
}
