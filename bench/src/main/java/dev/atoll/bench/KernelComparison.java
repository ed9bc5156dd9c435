package dev.atoll.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Backend;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One benchmark on several backends; the first one's speed is the reference. Results must agree
 * with {@link ReferenceRows} up to rounding.
 */
public final class KernelComparison {
  private final Benchmark benchmark;
  private final int threads;
  private final Map<String, Timing> timings = new LinkedHashMap<>();
  private int comparedRows;
  private double largestDifference;

  private KernelComparison(Benchmark benchmark, int threads) {
    this.benchmark = benchmark;
    this.threads = threads;
  }

  /**
   * Times a benchmark.
   *
   * @param backends by the name they go by in tables and JSON
   * @throws IllegalStateException when a result is wrong
   */
  public static KernelComparison run(
      Benchmark benchmark,
      int threads,
      int repeats,
      Map<String, TimedBackend> backends,
      Screen screen) {
    KernelComparison comparison = new KernelComparison(benchmark, threads);
    var reference = ReferenceRows.of(benchmark.terms(), threads);
    comparison.comparedRows = reference.count();
    try (Progress progress = screen.progress("measuring", "kernel sets", backends.size())) {
      for (Map.Entry<String, TimedBackend> entry : backends.entrySet()) {
        try (Backend backend = entry.getValue().open().get();
            Benchmark.Prepared prepared = benchmark.prepare(backend)) {
          comparison.timings.put(entry.getKey(), Timing.of(repeats, prepared::call));
          double difference =
              reference.largestDifference(
                  entry.getKey(), entry.getValue().tolerance(), backend, prepared.result());
          comparison.largestDifference = Math.max(comparison.largestDifference, difference);
        }
        progress.update(comparison.timings.size(), entry.getKey());
      }
    }
    return comparison;
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
    screen.line(
        "largest relative difference %.1e from sums in float64, in %s of %s rows"
            .formatted(
                largestDifference,
                Units.count(comparedRows),
                Units.count(benchmark.terms().rows())));
  }

  private double rate(Timing timing) {
    return benchmark.amount() / timing.seconds() / 1e9;
  }

  /**
   * The speeds of a benchmark in the output of {@code bench --json}.
   *
   * @param byKernels speeds by the name of the backend
   */
  public record Result(
      String benchmark,
      @JsonAnyGetter Map<String, Speed> byKernels,
      String rateUnit,
      double largestDifference,
      int comparedRows,
      int threads) {}

  /** The speed of one backend. */
  public record Speed(double seconds, double cpuSecondsPerThread, double rate) {}

  public Result result() {
    Map<String, Speed> speeds = new LinkedHashMap<>();
    timings.forEach(
        (name, timing) ->
            speeds.put(
                name, new Speed(timing.seconds(), timing.cpuSeconds() / threads, rate(timing))));
    return new Result(
        benchmark.title(), speeds, benchmark.rateUnit(), largestDifference, comparedRows, threads);
  }
}
