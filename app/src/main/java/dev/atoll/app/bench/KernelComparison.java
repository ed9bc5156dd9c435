package dev.atoll.app.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One benchmark on several backends; the first one is compared with the others. Results must agree
 * up to rounding.
 */
public final class KernelComparison {
  private final Benchmark benchmark;
  private final int threads;
  private final Map<String, Timing> timings = new LinkedHashMap<>();
  private double largestDifference;

  private KernelComparison(Benchmark benchmark, int threads) {
    this.benchmark = benchmark;
    this.threads = threads;
  }

  /**
   * Times a benchmark.
   *
   * @param backends by the name they go by in tables and JSON
   */
  public static KernelComparison run(
      Benchmark benchmark,
      int threads,
      int repeats,
      Map<String, Supplier<Backend>> backends,
      Screen screen) {
    KernelComparison comparison = new KernelComparison(benchmark, threads);
    try (Arena arena = Arena.ofShared();
        Progress progress = screen.progress("measuring", "kernel sets", backends.size())) {
      MemorySegment first = null;
      for (Map.Entry<String, Supplier<Backend>> entry : backends.entrySet()) {
        try (Backend backend = entry.getValue().get();
            Benchmark.Prepared prepared = benchmark.prepare(backend)) {
          comparison.timings.put(entry.getKey(), Timing.of(repeats, prepared::call));
          MemorySegment elements = download(backend, prepared.result(), arena);
          first = first == null ? elements : first;
          comparison.largestDifference =
              Math.max(comparison.largestDifference, difference(first, elements));
        }
        progress.update(comparison.timings.size(), entry.getKey());
      }
    }
    return comparison;
  }

  private static MemorySegment download(Backend backend, Matrix matrix, Arena arena) {
    MemorySegment elements = arena.allocate(JAVA_FLOAT, (long) matrix.rows() * matrix.cols());
    try (Workspace passing = backend.newWorkspace()) {
      Matrix full = matrix;
      if (matrix.type() != DType.F32) {
        full = passing.matrix(matrix.rows(), matrix.cols());
        backend.kernels().copy(matrix, full);
      }
      backend.download(full, elements);
    }
    return elements;
  }

  /** The largest difference of two elements, relative to the largest element. */
  private static double difference(MemorySegment a, MemorySegment b) {
    double largest = 0;
    double apart = 0;
    for (long i = 0; i < a.byteSize() / Float.BYTES; i++) {
      double left = a.getAtIndex(JAVA_FLOAT, i);
      largest = Math.max(largest, Math.abs(left));
      apart = Math.max(apart, Math.abs(left - b.getAtIndex(JAVA_FLOAT, i)));
    }
    return largest == 0 ? apart : apart / largest;
  }

  public void show(Screen screen) {
    screen.line(benchmark.title() + ", threads " + threads);
    Table table =
        Table.of("kernels", "time", "CPU per thread", benchmark.rateUnit(), "times as slow");
    double best = timings.values().iterator().next().seconds();
    timings.forEach(
        (name, timing) ->
            table.row(
                name,
                Units.seconds(timing.seconds()),
                Units.seconds(timing.cpuSeconds() / threads),
                Units.number(rate(timing)),
                Units.number(timing.seconds() / best)));
    table.show(screen);
    screen.line("largest relative difference of results %.1e".formatted(largestDifference));
  }

  private double rate(Timing timing) {
    return benchmark.amount() / timing.seconds() / 1e9;
  }

  /**
   * Part of the output of {@code bench --json}.
   *
   * @param byKernels speeds by the name of the backend
   */
  public record Result(
      String benchmark,
      @JsonAnyGetter Map<String, Speed> byKernels,
      String rateUnit,
      double largestDifference,
      int threads) {}

  /** The speed of one backend. */
  public record Speed(double seconds, double cpuSecondsPerThread, double rate) {}

  public Result result() {
    Map<String, Speed> speeds = new LinkedHashMap<>();
    timings.forEach(
        (name, timing) ->
            speeds.put(
                name, new Speed(timing.seconds(), timing.cpuSeconds() / threads, rate(timing))));
    return new Result(benchmark.title(), speeds, benchmark.rateUnit(), largestDifference, threads);
  }
}
