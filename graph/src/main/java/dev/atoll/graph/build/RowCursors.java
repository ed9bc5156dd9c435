package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Counts rows, then hands out places in them, in the memory of the row starts themselves. Cell
 * {@code v + 1} first counts row v, then holds the next free place of row v, and so, when all
 * places are taken, the start of row v + 1.
 */
final class RowCursors {
  private static final VarHandle CELL = JAVA_LONG.varHandle();

  private final MemorySegment cells;
  private final long rows;
  private final boolean shared;

  /**
   * @param shared whether several threads count and take at once
   */
  RowCursors(MemorySegment rowStarts, long rows, boolean shared) {
    this.cells = rowStarts;
    this.rows = rows;
    this.shared = shared;
    rowStarts.asSlice(0, (rows + 1) * Long.BYTES).fill((byte) 0);
  }

  /** One more place in a row; returns how many it had, or the place once they are laid out. */
  long next(long row) {
    long offset = (row + 1) * Long.BYTES;
    if (shared) {
      return (long) CELL.getAndAdd(cells, offset, 1L);
    }
    long place = cells.get(JAVA_LONG, offset);
    cells.set(JAVA_LONG, offset, place + 1);
    return place;
  }

  /** From counting to handing out; returns the number of places in all rows. */
  long layOut() {
    long place = 0;
    for (long row = 0; row < rows; row++) {
      long count = cells.getAtIndex(JAVA_LONG, row + 1);
      cells.setAtIndex(JAVA_LONG, row + 1, place);
      place += count;
    }
    return place;
  }

  /** Turns counts in cells {@code 1 … rows} into row starts; returns their sum. */
  static long sumUp(MemorySegment counts, long rows) {
    counts.setAtIndex(JAVA_LONG, 0, 0);
    long sum = 0;
    for (long row = 0; row < rows; row++) {
      sum += counts.getAtIndex(JAVA_LONG, row + 1);
      counts.setAtIndex(JAVA_LONG, row + 1, sum);
    }
    return sum;
  }
}
