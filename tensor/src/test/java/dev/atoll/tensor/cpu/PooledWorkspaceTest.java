package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.device.PooledWorkspace;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PooledWorkspaceTest {
  @Test
  void rowsAreAligned() {
    try (var memory = newWorkspace()) {
      for (int cols : new int[] {9, 16, 17, 602}) {
        for (int rows : new int[] {1, 3, 5000}) {
          Matrix m = memory.matrix(rows, cols);
          assertEquals(0, m.data().address() % 64);
          assertEquals(0, m.rowBytes() % 64);
        }
      }
    }
  }

  @Test
  void largeBlocksAreWritableToTheLastByteAndLieOnHugePages() {
    try (var memory = newWorkspace()) {
      var block = memory.buffer(DType.I32, 3_000_001).data();
      block.set(ValueLayout.JAVA_INT, block.byteSize() - 4, 42);
      assertEquals(42, block.get(ValueLayout.JAVA_INT, block.byteSize() - 4));
      assertEquals(0, block.address() % HostMemory.HUGE_PAGE);
    }
  }

  @Test
  void emptyMatricesTakeNothing() {
    try (var memory = newWorkspace()) {
      memory.release(memory.matrix(0, 5));
      memory.buffer(DType.F32, 0);
      assertEquals(0, memory.heldBytes());
    }
  }

  @Test
  void whatWasReleasedIsLentAgain() {
    try (var memory = newWorkspace()) {
      Matrix first = memory.matrix(100, 16);
      memory.release(first);
      Matrix second = memory.matrix(90, 16);
      assertEquals(first.data().address(), second.data().address());
      assertEquals(6400, memory.heldBytes());
    }
  }

  @Test
  void aSmallRequestDoesNotTakeALargeBlock() {
    try (var memory = newWorkspace()) {
      memory.release(memory.matrix(1000, 16));
      memory.matrix(100, 16);
      assertEquals(70_400, memory.heldBytes());
    }
  }

  @Test
  void releasingTwiceOrStrangersFails() {
    try (var memory = newWorkspace();
        var other = newWorkspace()) {
      Matrix m = memory.matrix(2, 2);
      memory.release(m);
      assertThrows(IllegalArgumentException.class, () -> memory.release(m));
      Matrix stranger = other.matrix(2, 2);
      assertThrows(IllegalArgumentException.class, () -> memory.release(stranger));
    }
  }

  @Test
  void aRepeatedRoundAllocatesNothing() {
    Randomly.tries(
        50,
        random -> {
          int[] rows = random.ints(40, 0, 200).toArray();
          int[] cols = random.ints(40, 0, 40).toArray();
          int[] releases = random.ints(40, 0, 3).toArray();
          try (var memory = newWorkspace()) {
            long afterFirst = 0;
            for (int round = 0; round < 4; round++) {
              var lent = new ArrayList<Matrix>();
              for (int i = 0; i < rows.length; i++) {
                lent.add(memory.matrix(rows[i], cols[i]));
                if (releases[i] == 0) {
                  memory.release(lent.remove(lent.size() / 2));
                }
                assertDisjoint(lent);
              }
              afterFirst = round == 0 ? memory.heldBytes() : afterFirst;
              assertEquals(afterFirst, memory.heldBytes());
              memory.reset();
            }
          }
        });
  }

  @Test
  void closedMemoryCannotBeRead() {
    Matrix m;
    try (var memory = newWorkspace()) {
      m = memory.matrix(1000, 1000);
      assertTrue(m.data().scope().isAlive());
    }
    assertFalse(m.data().scope().isAlive());
  }

  private static PooledWorkspace newWorkspace() {
    return new PooledWorkspace(Device.CPU, new HostMemory());
  }

  private static void assertDisjoint(List<Matrix> matrices) {
    for (int i = 0; i < matrices.size(); i++) {
      for (int j = 0; j < i; j++) {
        var data = matrices.get(i).data();
        assertTrue(data.asOverlappingSlice(matrices.get(j).data()).isEmpty());
      }
    }
  }
}
