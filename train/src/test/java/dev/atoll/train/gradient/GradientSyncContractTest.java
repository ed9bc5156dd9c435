package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.TestValues;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.PhaseTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums are the plain sums to the bit, in whatever order gradients are complete. */
class GradientSyncContractTest {
  private static final RandomKey KEY = RandomKey.ofSeed(5);
  private static final int STEPS = 3;

  /** Cells by parameter: buckets of one and of several, and a rest. */
  private static final int[] WIDTHS = {3, 700, 1, 1300, 17, 2, 1024, 5};

  private static final int ROWS = 300;

  /** Every registered way, on one worker and several, also more than there are parameters. */
  static Stream<Arguments> ways() {
    return Policies.of(Sync.class).stream()
        .flatMap(
            policy ->
                IntStream.of(1, 2, 3, 9).mapToObj(ranks -> arguments(exact(policy.name()), ranks)));
  }

  private static Sync exact(String name) {
    return TestValues.make(Sync.class, name, "sync.bound=0");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void sumsAreThoseInTheOrderOfRanks(Sync sync, int ranks) {
    checkSums(ranks, sync);
  }

  private static void checkSums(int ranks, Sync way) {
    ThreadRanks.run(
        ranks,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              Communicator workers = Communicator.on(transport)) {
            List<Parameter> parameters = parameters(memory);
            GradientSync sync = way.open(parameters, workers, cpu, new PhaseTimes());
            List<Parameter> moved = moved(sync, parameters, memory);
            long[] byRank = workers.allGather(Purpose.CONTROL, (long) moved.size());
            assertTrue(Arrays.stream(byRank).sum() >= parameters.size(), "all are moved somewhere");
            for (int step = 0; step < STEPS; step++) {
              fill(parameters, transport.rank(), step);
              order(parameters, transport.rank()).forEach(sync::complete);
              int now = step;
              double loss = sync.step(transport.rank() + 1, () -> check(moved, ranks, now));
              assertEquals(ranks * (ranks + 1) / 2.0, loss);
            }
          }
          return null;
        });
  }

  /** The parameters that this worker's optimizer gets. */
  private static List<Parameter> moved(
      GradientSync sync, List<Parameter> parameters, DeviceMemory memory) {
    List<Parameter> moved = new ArrayList<>();
    sync.optimizer(
        (of, _, _) -> {
          moved.addAll(of);
          return null;
        },
        parameters,
        memory);
    return moved;
  }

  private static List<Parameter> parameters(DeviceMemory memory) {
    var parameters = new ArrayList<Parameter>();
    for (int width : WIDTHS) {
      parameters.add(
          new Parameter(
              "of width " + width, memory.matrix(ROWS, width), memory.matrix(ROWS, width)));
    }
    return parameters;
  }

  /** Each rank's tape completes them in an order of its own, and one says nothing of some. */
  private static List<Parameter> order(List<Parameter> parameters, int rank) {
    var order = new ArrayList<>(parameters);
    if (rank < 2) {
      Collections.rotate(order, 3 * rank);
      return order;
    }
    return order.subList(2, order.size());
  }

  private static void fill(List<Parameter> parameters, int rank, int step) {
    for (Parameter p : parameters) {
      for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < p.grad().cols(); c++) {
          p.grad().data().set(JAVA_FLOAT, at(p.grad(), r, c), cell(rank, step, p, r, c));
        }
      }
    }
  }

  private static float cell(int rank, int step, Parameter p, int row, int column) {
    long bits = RandomKey.childBits(KEY.bits() + rank, step * 31L + p.grad().cols());
    return (float) (new RandomKey(bits).unit(row * 4096L + column) - 0.5);
  }

  private static void check(List<Parameter> parameters, int ranks, int step) {
    for (Parameter p : parameters) {
      for (int r = 0; r < ROWS; r += 29) {
        for (int c = 0; c < p.grad().cols(); c++) {
          float sum = cell(0, step, p, r, c);
          for (int rank = 1; rank < ranks; rank++) {
            sum += cell(rank, step, p, r, c);
          }
          assertEquals(sum, p.grad().data().get(JAVA_FLOAT, at(p.grad(), r, c)), p.name());
        }
      }
    }
  }

  private static long at(Matrix m, int row, int column) {
    return row * m.rowBytes() + (long) column * Float.BYTES;
  }
}
