package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.PhaseTimes;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartialReduceTest {
  private static final int STEPS = 9;
  private static final int ELEMENTS = 24;

  /** The gradient of a worker in a step: powers of two, so that a sum names its summands. */
  private static float gradient(int worker, int step) {
    return (float) Math.scalb(step + 1.0, 4 * worker);
  }

  @ParameterizedTest
  @CsvSource({"2,1", "4,1", "4,2", "5,3", "3,7"})
  void everySumHasOneGradientOfEveryWorkerNoneOlderThanTheBound(int ranks, int bound) {
    ThreadRanks.run(
        ranks,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              Communicator workers = Communicator.on(transport)) {
            var parameter = new Parameter("w", memory.matrix(1, 1), memory.matrix(1, ELEMENTS));
            var sync =
                new PartialReduce(bound).open(List.of(parameter), workers, cpu, new PhaseTimes());
            int[] last = new int[ranks];
            for (int step = 0; step < STEPS; step++) {
              cpu.kernels().fill(gradient(transport.rank(), step), parameter.grad());
              assertEquals(ranks, sync.step(1, () -> {}));
              int sum = (int) parameter.grad().data().get(JAVA_FLOAT, 0);
              int fresh = 0;
              for (int worker = 0; worker < ranks; worker++) {
                int read = (sum >> (4 * worker) & 15) - 1;
                assertTrue(read == step || read == last[worker], worker + ": " + read);
                assertTrue(step - read <= bound, "step %d reads %d".formatted(step, read));
                last[worker] = read;
                fresh += read == step ? 1 : 0;
              }
              assertTrue(step == 0 || fresh <= Math.ceilDiv(ranks, bound + 1), fresh + " fresh");
            }
          }
          return null;
        });
  }

  @Test
  void skippedGradientsAreNotSent() {
    long all = bytes(0);
    long half = bytes(1);
    long losses = 4 * 3 * 8L;
    long sums = 3 * 4L * ELEMENTS;
    assertEquals(2 * sums + losses, all);
    assertEquals(sums + sums / 2 + losses, half);
  }

  /** Bytes of all workers in the second step. */
  private static long bytes(int bound) {
    return ThreadRanks.run(
            4,
            Limits.DEFAULT,
            transport -> {
              try (var cpu = CpuBackend.open(1);
                  var memory = new DeviceMemory(cpu);
                  Communicator workers = Communicator.on(transport)) {
                var parameter = new Parameter("w", memory.matrix(1, 1), memory.matrix(1, ELEMENTS));
                cpu.kernels().fill(1, parameter.grad());
                var sync =
                    new PartialReduce(bound)
                        .open(List.of(parameter), workers, cpu, new PhaseTimes());
                sync.step(1, () -> {});
                long before = transport.traffic().bytes(Purpose.GRADIENTS);
                sync.step(1, () -> {});
                return transport.traffic().bytes(Purpose.GRADIENTS) - before;
              }
            })
        .stream()
        .mapToLong(bytes -> bytes)
        .sum();
  }

  @Test
  void theStateIsPutBack() {
    ThreadRanks.run(
        3,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              Communicator workers = Communicator.on(transport);
              Arena passing = Arena.ofShared()) {
            var parameter = new Parameter("w", memory.matrix(1, 1), memory.matrix(1, ELEMENTS));
            var way = new PartialReduce(2);
            var first = way.open(List.of(parameter), workers, cpu, new PhaseTimes());
            var second = way.open(List.of(parameter), workers, cpu, new PhaseTimes());
            for (int step = 0; step < 4; step++) {
              cpu.kernels().fill(gradient(transport.rank(), step), parameter.grad());
              first.step(1, () -> {});
            }
            second.restore(first.save(passing));
            cpu.kernels().fill(gradient(transport.rank(), 4), parameter.grad());
            first.step(1, () -> {});
            float expected = parameter.grad().data().get(JAVA_FLOAT, 0);
            cpu.kernels().fill(gradient(transport.rank(), 4), parameter.grad());
            second.step(1, () -> {});
            assertEquals(expected, parameter.grad().data().get(JAVA_FLOAT, 0));
          }
          return null;
        });
  }

  @Test
  void aNegativeBoundIsRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> new PartialReduce(-1));
    assertTrue(e.getMessage().contains("sync.bound=-1"), e.getMessage());
  }
}
