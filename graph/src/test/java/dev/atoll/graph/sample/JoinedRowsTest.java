package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinedRowsTest {
  private static final Arena ARENA = Arena.ofAuto();

  /** Rows from a node on, each with the given number of neighbours: 100·node, 100·node + 1, … */
  private static RowSlice piece(int first, int... degrees) {
    long[] starts = new long[degrees.length + 1];
    for (int i = 0; i < degrees.length; i++) {
      starts[i + 1] = starts[i] + degrees[i];
    }
    int[] neighbors = new int[(int) starts[degrees.length]];
    for (int i = 0; i < degrees.length; i++) {
      for (int j = 0; j < degrees[i]; j++) {
        neighbors[(int) starts[i] + j] = 100 * (first + i) + j;
      }
    }
    return new RowSlice(
        first,
        degrees.length,
        5,
        ARENA.allocateFrom(JAVA_LONG, starts),
        ARENA.allocateFrom(JAVA_INT, neighbors));
  }

  @Test
  void everyNodeIsFoundInItsPiece() {
    int[] degrees = {2, 0, 3, 1, 4};
    var rows =
        new JoinedRows(
            List.of(piece(0), piece(0, 2, 0), piece(2), piece(2), piece(2, 3), piece(3, 1, 4)));
    for (int node = 0; node < degrees.length; node++) {
      long bounds = rows.bounds(node);
      long first = RawMemory.longAt(bounds, 0);
      assertEquals(degrees[node], RawMemory.longAt(bounds, 1) - first);
      for (int j = 0; j < degrees[node]; j++) {
        long place = rows.place(node, first + j);
        assertEquals(100 * node + j, RawMemory.intAt(JoinedRows.ORIGIN, place));
      }
    }
  }

  @Test
  void nodesThatAreNotThereAreRefused() {
    var rows = new JoinedRows(List.of(piece(0, 1, 1, 1, 1, 1)));
    for (int node : new int[] {-1, 5}) {
      var e = assertThrows(IndexOutOfBoundsException.class, () -> rows.bounds(node));
      assertEquals("node %d of 5".formatted(node), e.getMessage());
    }
  }

  @Test
  void piecesMustFollowEachOther() {
    assertMessage(
        "rows of nodes from 3 on: expected those from 2 on, behind the slice before",
        piece(0, 1, 1),
        piece(3, 1, 1));
    assertMessage("rows of 4 nodes: expected those of all 5", piece(0, 1, 1, 1, 1));
  }

  private static void assertMessage(String expected, RowSlice... pieces) {
    var e = assertThrows(IllegalArgumentException.class, () -> new JoinedRows(List.of(pieces)));
    assertEquals(expected, e.getMessage());
  }

  private static void assertRefusedOnceClosed(boolean neighbors) {
    Arena closed = Arena.ofShared();
    RowSlice piece =
        new RowSlice(
            2,
            3,
            5,
            (neighbors ? ARENA : closed).allocateFrom(JAVA_LONG, 0, 1, 2, 3),
            (neighbors ? closed : ARENA).allocateFrom(JAVA_INT, 1, 2, 3));
    var rows = new JoinedRows(List.of(piece(0, 1, 1), piece));
    rows.requireOpen();
    closed.close();
    assertThrows(IllegalStateException.class, rows::requireOpen);
  }

  @Test
  void closedPiecesAreRefused() {
    assertRefusedOnceClosed(true);
    assertRefusedOnceClosed(false);
  }
}
