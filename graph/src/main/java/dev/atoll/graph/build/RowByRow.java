package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;

/**
 * Writes a graph whose rows can be made one by one, in two passes: first the lengths of rows, then
 * their content.
 */
record RowByRow(Storage storage, int threads) {
  private static final long ROWS_PER_CHUNK = 1 << 12;

  /**
   * Puts the neighbours of one node into an empty buffer; repeated calls give the same neighbours.
   */
  @FunctionalInterface
  interface RowMaker {
    void make(int node, RowBuffer into);
  }

  CsrGraph write(int nodeCount, RowMaker maker) {
    MemorySegment rowStarts = storage.longs(CsrBuilder.INDPTR, nodeCount + 1L);
    forEachRow(
        nodeCount, maker, (node, row) -> rowStarts.setAtIndex(JAVA_LONG, node + 1L, row.size()));
    long edges = new RowCursors(rowStarts, nodeCount).sumUp();
    MemorySegment neighbors = storage.ints(CsrBuilder.INDICES, edges);
    forEachRow(
        nodeCount,
        maker,
        (node, row) -> row.store(neighbors, rowStarts.getAtIndex(JAVA_LONG, node)));
    return new CsrGraph(nodeCount, rowStarts, neighbors);
  }

  @FunctionalInterface
  private interface RowTaker {
    void take(int node, RowBuffer row);
  }

  private void forEachRow(int nodeCount, RowMaker maker, RowTaker taker) {
    Parallel.forEachRange(
        threads,
        nodeCount,
        ROWS_PER_CHUNK,
        (from, to) -> {
          var row = new RowBuffer();
          for (int node = (int) from; node < to; node++) {
            row.clear();
            maker.make(node, row);
            taker.take(node, row);
          }
        });
  }
}
