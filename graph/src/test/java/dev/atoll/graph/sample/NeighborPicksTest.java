package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighborPicksTest {
  @Test
  void rowsAreWrittenOneAfterTheOther() {
    try (var picks = new NeighborPicks()) {
      for (int batch = 0; batch < 2; batch++) { // the second one overwrites the first
        picks.begin(3, 6, true);
        picks.add(7, 2f);
        picks.add(8, 0.5f);
        picks.scaleCorrections(3);
        picks.endRow(5);
        picks.scaleCorrections(100); // of the present row, which has none so far
        picks.endRow(0);
        picks.add(9, 4f);
        picks.scaleCorrections(0.25);
        picks.endRow(1);
        assertEquals(3, picks.rowCount());
        assertEquals(3, picks.edgeCount());
        assertArrayEquals(new long[] {0, 2, 2, 3}, picks.rowStart().toArray(JAVA_LONG));
        assertEquals(List.of(7, 8, 9), Blocks.ints(picks.neighbors()));
        assertEquals(List.of(5, 0, 1), Blocks.ints(picks.degree()));
        assertArrayEquals(new float[] {6, 1.5f, 1}, picks.correction().toArray(JAVA_FLOAT));
        assertEquals(8, picks.neighbor(1));
        assertEquals(5, picks.degree(0));
        assertEquals(1.5f, picks.correction(1));
      }
    }
  }

  @Test
  void picksWithoutCorrectionsHaveNone() {
    try (var picks = new NeighborPicks()) {
      picks.begin(1, 1, true);
      picks.begin(1, 1, false);
      picks.add(3);
      picks.endRow(1);
      assertNull(picks.correction());
      assertEquals(List.of(3), Blocks.ints(picks.neighbors()));
    }
  }

  /** A consumer that records its calls. */
  private static final class Told implements PickConsumer {
    private final List<Long> prepared = new ArrayList<>();
    private final List<Long> finished = new ArrayList<>();

    @Override
    public int prepare(long fromEdge, int size) {
      prepared.add(fromEdge);
      return size;
    }

    @Override
    public void finish(long fromEdge, int size) {
      finished.add(fromEdge);
      finished.add((long) size);
    }
  }

  @Test
  void unreportedPicksAreConsumedInChunks() {
    var told = new Told();
    try (var picks = new NeighborPicks()) {
      picks.consumeWith(told);
      picks.begin(1, 5000, false);
      for (int i = 0; i < 4100; i++) {
        picks.add(i);
      }
      picks.endRow(4100);
      picks.consumeRest();
      picks.consumeRest(); // nothing is left
      assertEquals(List.of(0L, 2048L, 4096L), told.prepared);
      assertEquals(List.of(0L, 2048L, 2048L, 2048L, 4096L, 4L), told.finished);
    }
  }

  @Test
  void reportedChunksAreConsumedInTheirOrder() {
    var told = new Told();
    try (var picks = new NeighborPicks()) {
      picks.consumeWith(told);
      picks.begin(5, 15, false); // rows of 1, 2, 3, 4 and 5 picks
      for (int row = 1; row <= 5; row++) {
        for (int i = 0; i < row; i++) {
          picks.add(i);
        }
        picks.endRow(row);
      }
      picks.beginChunks(3);
      picks.ready(2, 2);
      picks.ready(0, 2);
      assertEquals(List.of(10L, 0L), told.prepared);
      assertEquals(List.of(0L, 3L), told.finished);
      picks.ready(1, 2);
      assertEquals(List.of(0L, 3L, 3L, 7L, 10L, 5L), told.finished);
      picks.consumeRest();
      assertEquals(6, told.finished.size());
    }
  }

  @Test
  void chunksBeyondTheFirstSizeAreKept() {
    var told = new Told();
    try (var picks = new NeighborPicks()) {
      picks.consumeWith(told);
      picks.begin(70, 70, false);
      for (int row = 0; row < 70; row++) {
        picks.add(row);
        picks.endRow(1);
      }
      picks.beginChunks(70);
      for (int chunk = 69; chunk >= 0; chunk--) {
        picks.ready(chunk, 1);
      }
      assertEquals(140, told.finished.size());
      for (int chunk = 0; chunk < 70; chunk++) {
        assertEquals(List.of((long) chunk, 1L), told.finished.subList(2 * chunk, 2 * chunk + 2));
      }
    }
  }
}
