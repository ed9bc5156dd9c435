package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.EdgeData;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;

/**
 * Writes rows that can be made one by one, in two passes: first their lengths, then their content
 * and the data of their edges.
 */
record RowByRow(Storage storage, int threads) {
  private static final long ROWS_PER_CHUNK = 1 << 12;

  /** Puts the neighbours of a row into an empty buffer; repeated calls give the same neighbours. */
  @FunctionalInterface
  interface RowMaker {
    void make(int row, RowBuffer into);
  }

  /**
   * Writes rows of the same nodes as others.
   *
   * @param like the other rows: they have the edges that new edges come from
   */
  RowSlice write(RowSlice like, RowMaker maker) {
    int rows = like.rowCount();
    MemorySegment rowStarts = storage.longs(CsrBuilder.INDPTR, rows + 1L);
    forEachRow(rows, maker, (row, made) -> rowStarts.setAtIndex(JAVA_LONG, row + 1L, made.size()));
    long edges = sumUp(rowStarts, rows);
    MemorySegment neighbors = storage.ints(CsrBuilder.INDICES, edges);
    EdgeData data = like.data().unfilled(edges, storage);
    forEachRow(
        rows,
        maker,
        (row, made) -> {
          long first = rowStarts.getAtIndex(JAVA_LONG, row);
          made.store(neighbors, first);
          like.data().gather(made.origins(), made.size(), data, first);
        });
    return new RowSlice(like.firstRow(), rows, like.columnCount(), rowStarts, neighbors).with(data);
  }

  /** Turns lengths of rows in elements {@code 1 … rows} into row starts; returns their sum. */
  static long sumUp(MemorySegment lengths, long rows) {
    lengths.setAtIndex(JAVA_LONG, 0, 0);
    long sum = 0;
    for (long row = 1; row <= rows; row++) {
      sum += lengths.getAtIndex(JAVA_LONG, row);
      lengths.setAtIndex(JAVA_LONG, row, sum);
    }
    return sum;
  }

  @FunctionalInterface
  private interface RowTaker {
    void take(int row, RowBuffer made);
  }

  private void forEachRow(int rows, RowMaker maker, RowTaker taker) {
    Parallel.forEachRange(
        threads,
        rows,
        ROWS_PER_CHUNK,
        (from, to) -> {
          var made = new RowBuffer();
          for (int row = (int) from; row < to; row++) {
            made.clear();
            maker.make(row, made);
            taker.take(row, made);
          }
        });
  }
}
