package dev.atoll.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class GrowingBufferTest {
  @Test
  void growsAndKeepsWhatIsAskedFor() {
    try (var buffer = new GrowingBuffer()) {
      RawMemory.setInt(buffer.reserve(4), 0, 7);
      long grown = buffer.reserveKeeping(4, 1 << 20);
      assertEquals(7, RawMemory.intAt(grown, 0));
    }
  }

  @Test
  void useAfterCloseIsAnException() {
    var buffer = new GrowingBuffer();
    buffer.reserve(64);
    buffer.close();
    assertThrows(IllegalStateException.class, buffer::address);
    assertThrows(IllegalStateException.class, () -> buffer.reserve(8));
    assertThrows(IllegalStateException.class, () -> buffer.reserveKeeping(8, 1 << 20));
  }
}
