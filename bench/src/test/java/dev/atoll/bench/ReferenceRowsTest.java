package dev.atoll.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceRowsTest {
  private static final int NODES = 9000;
  private static final int HUB = 4321;
  private static final int WIDTH = 5;
  private static final double IN_FULL = TimedBackend.inFull(null).tolerance();
  private static final double ROUNDED = TimedBackend.rounded(null).tolerance();

  /** Nodes of 0 to 3 neighbours, and one of all. */
  private static CsrGraph graph() {
    long[] starts = new long[NODES + 1];
    for (int v = 0; v < NODES; v++) {
      starts[v + 1] = starts[v] + (v == HUB ? NODES : v % 4);
    }
    int[] neighbors = IntStream.range(0, (int) starts[NODES]).map(e -> e % NODES).toArray();
    return new CsrGraph(NODES, MemorySegment.ofArray(starts), MemorySegment.ofArray(neighbors));
  }

  private static List<Benchmark> benchmarks() {
    return List.of(
        new SpmmBenchmark(graph(), WIDTH, 0),
        new SpmmBenchmark(graph(), WIDTH, 0.75),
        new GemmBenchmark(300, 20, WIDTH, false),
        new GemmBenchmark(300, 20, WIDTH, true),
        new GatherBenchmark(200, 100, WIDTH));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void resultsInEveryFormatAreWithinTheTolerance(Benchmark benchmark) {
    assertTrue(largestDifference(benchmark, DType.F32, IN_FULL) < 1e-5);
    assertTrue(largestDifference(benchmark, DType.BF16, ROUNDED) < ROUNDED);
  }

  private static double largestDifference(Benchmark benchmark, DType type, double tolerance) {
    try (var cpu = CpuBackend.open(CpuOptions.of(1).withActivations(type));
        var prepared = benchmark.prepare(cpu)) {
      prepared.call();
      return ReferenceRows.of(benchmark.terms(), 2)
          .largestDifference("cpu", tolerance, cpu, prepared.result());
    }
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void aWrongRowIsFound(Benchmark benchmark) {
    Terms terms = benchmark.terms();
    int wrong = benchmark instanceof SpmmBenchmark ? HUB : 17;
    try (var cpu = CpuBackend.open(1);
        var prepared = benchmark.prepare(cpu)) {
      prepared.call();
      Matrix result = prepared.result();
      int last = WIDTH - 1;
      MemorySegment row = result.rowsView(wrong, wrong + 1).data();
      row.setAtIndex(JAVA_FLOAT, last, row.getAtIndex(JAVA_FLOAT, last) + 0.5f);
      var reference = ReferenceRows.of(terms, 1);
      String message =
          assertThrows(
                  IllegalStateException.class,
                  () -> reference.largestDifference("cpu", IN_FULL, cpu, result))
              .getMessage();
      assertTrue(
          message.startsWith("cpu: wrong result: row " + wrong + ", column " + last), message);
      row.setAtIndex(JAVA_FLOAT, last, Float.NaN);
      assertThrows(
          IllegalStateException.class,
          () -> reference.largestDifference("cpu", IN_FULL, cpu, result));
    }
  }

  @Test
  void aPartOfTheRowsIsCompared() {
    assertEquals(4096, ReferenceRows.of(new SpmmBenchmark(graph(), 1, 0).terms(), 1).count());
    assertEquals(0, ReferenceRows.of(new Terms(0, 5, _ -> 1, (_, _, _) -> 0), 1).count());
  }
}
