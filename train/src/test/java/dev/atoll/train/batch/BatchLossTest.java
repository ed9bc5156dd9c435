package dev.atoll.train.batch;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Labels;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class BatchLossTest {
  private static final int CLASSES = 3;

  /** A kernel would write this label's gradient into the next row, or beyond the matrix. */
  @Test
  void aLabelBeyondTheClassesIsNamed() {
    try (var backend = CpuBackend.open(1);
        var memory = backend.newWorkspace();
        Arena arena = Arena.ofConfined()) {
      var data = arena.allocateFrom(ValueLayout.JAVA_INT, 0, 2, -1, CLASSES);
      var source = new BatchLoss.Source(new Labels.Single(4, CLASSES, data), backend);
      source.of(new long[] {0, 1, 2}, memory, 3);
      var failure =
          assertThrows(BadDataException.class, () -> source.of(new long[] {1, 3}, memory, 2));
      assertTrue(failure.getMessage().contains("node 3 is 3: expected 0 to 2"), failure::toString);
    }
  }
}
