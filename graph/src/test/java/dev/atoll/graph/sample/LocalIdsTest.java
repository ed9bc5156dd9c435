package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class LocalIdsTest {
  private static final Arena ARENA = Arena.ofAuto();
  private final MemorySegment nodes = ARENA.allocate(JAVA_INT, 11);

  @Test
  void theBaseStartsAgainBeforeItOverflows() {
    try (var ids = new LocalIds(10, Integer.MAX_VALUE - 25)) {
      for (int batch = 0; batch < 20; batch++) {
        ids.begin();
        ids.addSeeds(new long[] {batch % 10}, 0, 1, nodes.address());
        int next = (batch + 3) % 10;
        assertArrayEquals(
            new int[] {1, 0, 2, 1}, relabelled(ids, next, batch % 10, (next + 1) % 10, next));
        assertArrayEquals(
            new int[] {batch % 10, next, (next + 1) % 10},
            nodes.asSlice(0, 3 * JAVA_INT.byteSize()).toArray(JAVA_INT));
      }
    }
  }

  @Test
  void nodesOutsideTheGraphAreRefused() {
    try (var ids = new LocalIds(10)) {
      assertThrows(IndexOutOfBoundsException.class, () -> relabelled(ids, 10));
      assertThrows(IndexOutOfBoundsException.class, () -> relabelled(ids, -1));
    }
  }

  private int[] relabelled(LocalIds ids, int... picked) {
    MemorySegment column = ARENA.allocateFrom(JAVA_INT, picked);
    MemorySegment pending = ARENA.allocate(JAVA_INT, picked.length);
    int listed = ids.resolve(column.address(), picked.length, pending.address());
    ids.number(column.address(), pending.address(), listed, nodes.address());
    return column.toArray(JAVA_INT);
  }
}
