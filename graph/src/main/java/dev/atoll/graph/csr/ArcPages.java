package dev.atoll.graph.csr;

import dev.atoll.graph.memory.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Native memory in pages of one size, up to a limit; pages that are given back are used again.
 *
 * <pre>
 *   page   int64 target · 2³² + source   of ARCS arcs
 *          edge numbers                  of ARCS arcs
 * </pre>
 */
final class ArcPages {
  /** The number of arcs in a page. */
  static final int ARCS = 1 << 11;

  private static final int FIRST_SLAB = 4;
  private static final int LARGEST_SLAB = 1 << 10;

  private final Arena memory;
  private final OriginArray numbers;
  private long allowed;
  private int slab = FIRST_SLAB;
  private long[] free = new long[LARGEST_SLAB];
  private int freeCount;

  /**
   * Pages in memory that stays open while they are used.
   *
   * @param bytes the limit of all pages
   */
  ArcPages(Arena memory, OriginArray numbers, long bytes) {
    this.memory = memory;
    this.numbers = numbers;
    this.allowed = bytes / pageBytes();
  }

  private long pageBytes() {
    return (long) ARCS * (Long.BYTES + numbers.bytes());
  }

  /** The address of a page; 0 when the limit is reached. */
  synchronized long take() {
    if (freeCount == 0) {
      allocate((int) Math.min(slab, allowed));
    }
    return freeCount == 0 ? 0 : free[--freeCount];
  }

  private void allocate(int pages) {
    MemorySegment all = memory.allocate(pages * pageBytes(), Long.BYTES);
    for (int page = 0; page < pages; page++) {
      give(all.address() + page * pageBytes());
    }
    allowed -= pages;
    slab = Math.min(2 * slab, LARGEST_SLAB);
  }

  synchronized void give(long page) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = page;
  }

  /** Raises the limit by some pages, for a bucket that alone exceeds it. */
  synchronized void allowMore() {
    allowed += slab;
  }

  /** Writes arcs from a place of a page on. */
  void write(long page, int place, long[] ends, long[] numberOf, int from, int count) {
    for (int i = 0; i < count; i++) {
      RawMemory.setLong(page, place + i, ends[from + i]);
    }
    if (numbers.bytes() > 0) {
      for (int i = 0; i < count; i++) {
        numbers.set(page + (long) ARCS * Long.BYTES, place + i, numberOf[from + i]);
      }
    }
  }

  static int target(long page, int place) {
    return (int) (RawMemory.longAt(page, place) >>> Integer.SIZE);
  }

  static int source(long page, int place) {
    return (int) RawMemory.longAt(page, place);
  }

  long number(long page, int place) {
    return numbers.at(page + (long) ARCS * Long.BYTES, place);
  }
}
