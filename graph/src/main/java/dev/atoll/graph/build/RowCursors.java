package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Counts the entries of rows, then assigns positions in them, in the memory of the row starts
 * themselves. Element {@code v + 1} first counts row v, then holds the next free place of row v,
 * and so, when all places are taken, the start of row v + 1.
 */
record RowCursors(MemorySegment cursors, long rows) {
  void clear() {
    cursors.asSlice(0, (rows + 1) * Long.BYTES).fill((byte) 0);
  }

  /**
   * Reserves one more entry of a row; returns the number of its entries so far or, once rows are
   * laid out, the index of the entry.
   */
  long next(long row) {
    long offset = (row + 1) * Long.BYTES;
    long place = cursors.get(JAVA_LONG, offset);
    cursors.set(JAVA_LONG, offset, place + 1);
    return place;
  }

  /** Switches from counting to handing out; returns the number of entries in all rows. */
  long layOut() {
    long place = 0;
    for (long row = 0; row < rows; row++) {
      long count = cursors.getAtIndex(JAVA_LONG, row + 1);
      cursors.setAtIndex(JAVA_LONG, row + 1, place);
      place += count;
    }
    return place;
  }

  /** Turns counts in elements {@code 1 … rows} into row starts; returns their sum. */
  long sumUp() {
    cursors.setAtIndex(JAVA_LONG, 0, 0);
    long sum = 0;
    for (long row = 0; row < rows; row++) {
      sum += cursors.getAtIndex(JAVA_LONG, row + 1);
      cursors.setAtIndex(JAVA_LONG, row + 1, sum);
    }
    return sum;
  }
}
