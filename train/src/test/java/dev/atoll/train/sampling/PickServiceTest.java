package dev.atoll.train.sampling;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.Transport;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PickServiceTest {
  /** Memory of failed answers would otherwise stay until the run ends, and each retry adds more. */
  @Test
  void aFailedAnswerReturnsItsMemory() {
    List<NeighborPicks> used = new ArrayList<>();
    try (var service = new PickService(failing(used))) {
      MemorySegment request = MemorySegment.ofArray(new byte[(int) PickService.HEADER_BYTES + 4]);
      for (int i = 0; i < 2; i++) {
        var e =
            assertThrows(
                IllegalStateException.class, () -> service.answer(0, request, /* answer= */ null));
        assertEquals("no such node", e.getMessage());
      }
    }
    assertSame(used.get(0), used.get(1));
  }

  private static NeighborSource failing(List<NeighborPicks> used) {
    return new NeighborSource() {
      @Override
      public int nodeCount() {
        return 1;
      }

      @Override
      public boolean weighted() {
        return false;
      }

      @Override
      public void degrees(MemorySegment nodes, int count, MemorySegment into) {
        throw new AssertionError("degrees are not asked for");
      }

      @Override
      public void pick(
          MemorySegment nodes, int count, int fanout, RandomKey key, NeighborPicks into) {
        used.add(into);
        throw new IllegalStateException("no such node");
      }
    };
  }

  @Test
  void neighboursThatFitIntoNoMessageAreRefusedWithARemedy() {
    assertDoesNotThrow(() -> PickService.checkSize(5, Transport.MAX_MESSAGE_BYTES));
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> PickService.checkSize(5, Transport.MAX_MESSAGE_BYTES + 1L));
    assertEquals(
        "the neighbours of 5 nodes take %d bytes, a message at most %d: use a smaller batch or fanout, or topology=replicated"
            .formatted(Transport.MAX_MESSAGE_BYTES + 1L, Transport.MAX_MESSAGE_BYTES),
        e.getMessage());
  }
}
