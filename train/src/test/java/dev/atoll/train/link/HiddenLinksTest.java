package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.train.batch.Neighborhood;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HiddenLinksTest {
  /** Targets are nodes 7 and 5; 7 reads 5, 9 and 7, 5 reads 7 and 9. */
  @Test
  void linksGoInBothDirections() {
    MemorySegment nodes = MemorySegment.ofArray(new int[] {7, 5, 9});
    var block =
        new Neighborhood(
            2,
            3,
            5,
            MemorySegment.ofArray(new long[] {0, 3, 5}),
            MemorySegment.ofArray(new int[] {1, 2, 0, 0, 2}),
            MemorySegment.ofArray(new float[] {1, 2, 3, 4, 5}),
            MemorySegment.ofArray(new int[] {3, 2}));
    var hidden = new HiddenLinks();
    hidden.begin(2);
    hidden.add(5, 7);
    hidden.add(100, 9);
    hidden.complete();
    Neighborhood seen = hidden.without(block, nodes);
    assertEquals(3, seen.edgeCount());
    assertArrayEquals(new long[] {0, 2, 3}, seen.rowStart().toArray(JAVA_LONG));
    assertArrayEquals(
        new int[] {2, 0, 2}, seen.column().asSlice(0, 3 * Integer.BYTES).toArray(JAVA_INT));
    assertArrayEquals(
        new float[] {2, 3, 5}, seen.correction().asSlice(0, 3 * Float.BYTES).toArray(JAVA_FLOAT));
    hidden.begin(0);
    hidden.complete();
    assertEquals(5, hidden.without(block, nodes).edgeCount());
  }
}
