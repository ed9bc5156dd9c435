package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RowNormTest {
  @Test
  void theGapIsTheFrobeniusNormOfTheDifference() {
    try (var cpu = CpuBackend.open(1);
        var memory = new DeviceMemory(cpu);
        var workspace = cpu.newWorkspace();
        Arena arena = Arena.ofConfined()) {
      var norm = new RowNorm(cpu, arena);
      Matrix before = memory.matrix(2, 2);
      Matrix now = memory.matrix(2, 2);
      cpu.upload(floats(arena, 1, 2, 3, 4), before);
      cpu.upload(floats(arena, 1, 4, 0, 10), now);
      boolean tooFar =
          norm.moved(
              new Op.Scratch(cpu.kernels(), workspace),
              now,
              before,
              (change, size) -> {
                assertEquals(7, change, 1e-6);
                assertEquals(Math.sqrt(30), size, 1e-6);
                return true;
              });
      assertTrue(tooFar);
    }
  }

  private static MemorySegment floats(Arena arena, float... elements) {
    return arena.allocateFrom(JAVA_FLOAT, elements);
  }
}
