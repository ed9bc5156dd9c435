package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class FanoutsTest {
  @Test
  void theyAreWrittenAsInConfigurations() {
    assertEquals("15,-1,0", Fanouts.of(15, Fanouts.ALL, 0).toString());
  }

  @Test
  void everyLayerHasOne() {
    assertThrows(IllegalArgumentException.class, () -> new Fanouts(List.of()));
    var e = assertThrows(IllegalArgumentException.class, () -> Fanouts.of(3, -2));
    assertEquals("fanout -2: expected a number of neighbours, or -1 for all", e.getMessage());
  }
}
