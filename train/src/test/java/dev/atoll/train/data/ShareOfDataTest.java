package dev.atoll.train.data;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** Tests that a worker with only the features of its own nodes reads no others. */
class ShareOfDataTest {
  @Test
  void rowsOfOtherNodesAreAnError() {
    try (Arena memory = Arena.ofConfined()) {
      var own =
          new Features.Dense(
              2, 2, Features.Element.F32, memory.allocateFrom(JAVA_FLOAT, 1, 2, 3, 4));
      var rows = new FeatureRows(own, FeatureScaling.NONE, 5);
      float[] row = new float[2];
      rows.read(6, row);
      assertArrayEquals(new float[] {3, 4}, row);
      for (int node : new int[] {0, 4, 7}) {
        var refused = assertThrows(BadDataException.class, () -> rows.read(node, row));
        assertTrue(refused.getMessage().contains("node " + node + " "), refused.getMessage());
      }
    }
  }
}
