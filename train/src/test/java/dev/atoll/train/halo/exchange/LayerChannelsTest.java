package dev.atoll.train.halo.exchange;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class LayerChannelsTest {
  @Test
  void rowsInTheOrderOfAnOlderVersionAreRefused() {
    var channels = new LayerChannels(2, null, null, null, null);
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> channels.restore("1/OUTWARD/cache1", 1, 4, MemorySegment.NULL));
    assertTrue(e.getMessage().contains("an older version of Atoll (1/OUTWARD/cache1)"));
  }
}
