package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.PhaseTimes;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterServerTest {
  private static final int STEPS = 9;
  private static final int[] WIDTHS = {3, 40, 1, 17};

  /** Adds gradients to values. */
  private record Adding(List<Parameter> parameters) implements ParameterOptimizer {
    @Override
    public void step(Kernels kernels) {
      parameters.forEach(p -> kernels.add(1, p.grad(), 1, p.value()));
    }

    @Override
    public int steps() {
      return 0;
    }

    @Override
    public void resumeAt(int stepsTaken) {}

    @Override
    public void forEachMoment(BiConsumer<String, Matrix> action) {}
  }

  private static List<Parameter> parameters(CpuBackend cpu, DeviceMemory memory) {
    return IntStream.of(WIDTHS)
        .mapToObj(
            width -> {
              var p = new Parameter("w" + width, memory.matrix(2, width), memory.matrix(2, width));
              cpu.kernels().fill(0, p.value());
              return p;
            })
        .toList();
  }

  private static double lossOfAll(int ranks, int step) {
    return IntStream.range(0, ranks).mapToDouble(rank -> step + 1 + rank).sum();
  }

  private static float gradient(int rank, int step) {
    return (step + 1) * (rank + 1);
  }

  /** Parameters after a step are the sums up to the step that many before, on every worker. */
  @ParameterizedTest
  @CsvSource({"1,0", "2,0", "3,0", "2,1", "3,2", "5,4", "1,3"})
  void parametersLackExactlyTheLastUpdates(int ranks, int staleness) {
    int lacking = ranks == 1 ? 0 : staleness;
    ThreadRanks.run(
        ranks,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              Communicator workers = Communicator.on(transport)) {
            List<Parameter> parameters = parameters(cpu, memory);
            try (var sync =
                new ParameterServer(staleness).open(parameters, workers, cpu, new PhaseTimes())) {
              ParameterOptimizer own =
                  sync.optimizer((of, _, _) -> new Adding(of), parameters, memory);
              double losses = 0;
              for (int step = 0; step < STEPS; step++) {
                float fresh = gradient(transport.rank(), step);
                parameters.forEach(p -> cpu.kernels().fill(fresh, p.grad()));
                double loss = sync.step(step + 1 + transport.rank(), () -> own.step(cpu.kernels()));
                assertEquals(step < lacking ? 0 : lossOfAll(ranks, step - lacking), loss);
                losses += loss;
                float sum = 0;
                for (int before = 0; before <= step - lacking; before++) {
                  for (int rank = 0; rank < ranks; rank++) {
                    sum += gradient(rank, before);
                  }
                }
                for (Parameter p : parameters) {
                  long last = p.value().rowBytes() + (p.value().cols() - 1L) * Float.BYTES;
                  assertEquals(sum, p.value().data().get(JAVA_FLOAT, last), "step " + step);
                }
              }
              double expected =
                  IntStream.range(0, STEPS).mapToDouble(step -> lossOfAll(ranks, step)).sum();
              assertEquals(expected, losses + sync.endEpoch(), "of the epoch, on every worker");
            }
          }
          return null;
        });
  }

  /** The first worker takes as many steps as it may before the second takes any, and no more. */
  @Test
  @Timeout(180)
  void aWorkerIsAtMostSoManyStepsAhead() {
    int staleness = 3;
    var ahead = new CountDownLatch(1);
    var begun = new AtomicBoolean();
    ThreadRanks.run(
        2,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              Communicator workers = Communicator.on(transport)) {
            List<Parameter> parameters = parameters(cpu, memory);
            try (var sync =
                new ParameterServer(staleness).open(parameters, workers, cpu, new PhaseTimes())) {
              sync.optimizer((of, _, _) -> new Adding(of), parameters, memory);
              if (transport.rank() == 1) {
                assertTrue(ahead.await(120, TimeUnit.SECONDS), "the first worker waits");
                begun.set(true);
              }
              for (int step = 0; step < STEPS; step++) {
                sync.step(1, () -> {});
                if (transport.rank() == 0 && step == staleness - 1) {
                  ahead.countDown();
                }
                assertTrue(step < staleness || begun.get(), "too far ahead in step " + step);
              }
            }
          }
          return null;
        });
  }

  @Test
  void aNegativeStalenessIsRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> new ParameterServer(-1));
    assertEquals("sync.staleness=-1: expected 0 steps or more", e.getMessage());
  }
}
