package dev.atoll.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.graph.sample.UnfusedSampler;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.sample.SamplingBackend;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Times the fused sampler, the unfused one and a device on the same seeds; batches must be equal.
 */
public final class SamplingComparison {
  private static final RandomKey KEY = RandomKey.ofSeed(1).child("bench sample");

  /** The number of batches: enough to be typical, few enough to be quick. */
  private static final int MOST_STEPS = 8;

  private final String title;
  private final int threads;
  private final Map<String, Timing> timings = new LinkedHashMap<>();
  private final int steps;
  private long edges;
  private long nodes;
  private boolean identical = true;

  private SamplingComparison(String title, int threads, int steps) {
    this.title = title;
    this.threads = threads;
    this.steps = steps;
  }

  /**
   * Times the samplers.
   *
   * @param device also draws; empty to compare samplers of the host
   * @param seeds training nodes, from which batches are drawn
   * @param batch seeds per batch
   */
  public static SamplingComparison run(
      CsrGraph graph,
      long[] seeds,
      int batch,
      Fanouts fanouts,
      int threads,
      int repeats,
      Optional<SamplingBackend> device,
      Screen screen) {
    SeedPlan plan = SeedPlan.shuffled(seeds, batch, KEY);
    String title =
        "sample: %s nodes, %s edges, batches of %s, fanouts %s"
            .formatted(
                Units.count(graph.nodeCount()), Units.count(graph.edgeCount()), batch, fanouts);
    var comparison = new SamplingComparison(title, threads, Math.min(MOST_STEPS, plan.steps()));
    NeighborSource source = LocalNeighbors.of(graph).withThreads(threads);
    try (Progress progress = screen.progress("measuring", "samplers", 2);
        Sampler fused = new FusedSampler(source, fanouts);
        Sampler unfused = new UnfusedSampler(source, fanouts, threads);
        SampledBatch batchOfFused = SampledBatch.ofLayers(fanouts.layers());
        SampledBatch batchOfUnfused = SampledBatch.ofLayers(fanouts.layers())) {
      comparison.compare(plan, fused, batchOfFused, unfused, batchOfUnfused);
      comparison.time("fused", plan, fused, batchOfFused, repeats);
      progress.update(1, "fused");
      comparison.time("unfused", plan, unfused, batchOfUnfused, repeats);
      progress.update(2, "unfused");
      device.ifPresent(
          backend -> comparison.draw(backend, graph, plan, fanouts, fused, batchOfFused, repeats));
    }
    return comparison;
  }

  private void draw(
      SamplingBackend backend,
      CsrGraph graph,
      SeedPlan plan,
      Fanouts fanouts,
      Sampler host,
      SampledBatch batch,
      int repeats) {
    try (var device = new DeviceDraws(backend, graph, fanouts)) {
      for (int step = 0; step < steps; step++) {
        draw(plan, step, host, batch);
        device.draw(plan, step, KEY.child(step));
        identical &= device.isSame(batch);
      }
      Runnable epoch =
          () -> {
            for (int step = 0; step < steps; step++) {
              device.draw(plan, step, KEY.child(step));
            }
          };
      timings.put(
          backend.device().kind().name().toLowerCase(Locale.ROOT), Timing.of(repeats, epoch));
    }
  }

  private void compare(SeedPlan plan, Sampler a, SampledBatch left, Sampler b, SampledBatch right) {
    for (int step = 0; step < steps; step++) {
      draw(plan, step, a, left);
      draw(plan, step, b, right);
      edges += left.edgeCount();
      nodes += left.nodeCount();
      for (int layer = 0; layer < left.layers(); layer++) {
        identical &= same(left.block(layer), right.block(layer));
      }
    }
  }

  private static boolean same(SampledBlock a, SampledBlock b) {
    return same(a.rowStart(), b.rowStart())
        && same(a.column(), b.column())
        && same(a.sources(), b.sources())
        && same(a.targetDegree(), b.targetDegree());
  }

  private static boolean same(MemorySegment a, MemorySegment b) {
    return a.mismatch(b) < 0;
  }

  private static void draw(SeedPlan plan, int step, Sampler sampler, SampledBatch into) {
    sampler.sample(plan.seeds(), plan.from(step), plan.to(step), KEY.child(step), into);
  }

  private void time(String name, SeedPlan plan, Sampler sampler, SampledBatch batch, int repeats) {
    Runnable epoch =
        () -> {
          for (int step = 0; step < steps; step++) {
            draw(plan, step, sampler, batch);
          }
        };
    timings.put(name, Timing.of(repeats, epoch));
  }

  public void show(Screen screen) {
    screen.line(title + ", threads " + threads);
    Table table =
        Table.of("sampler", "time per batch", "CPU per thread", "edges/s", "times as slow");
    double best = timings.get("fused").seconds();
    timings.forEach(
        (name, timing) ->
            table.row(
                name,
                Units.seconds(timing.seconds() / steps),
                Units.seconds(timing.cpuSeconds() / threads / steps),
                Units.count((long) (edges / timing.seconds())),
                Units.number(timing.seconds() / best)));
    table.show(screen);
    screen.line(
        "%s edges and %s nodes per batch; batches are %s"
            .formatted(
                Units.count(edges / steps),
                Units.count(nodes / steps),
                identical ? "identical" : "DIFFERENT"));
  }

  /**
   * The output of {@code bench sample --json}.
   *
   * @param bySampler speeds by the name of the sampler
   */
  public record Result(
      String benchmark,
      @JsonAnyGetter Map<String, Speed> bySampler,
      boolean identical,
      double edgesPerBatch,
      double nodesPerBatch,
      int threads) {}

  /** The speed of one sampler. */
  public record Speed(double edgesPerSecond, double secondsPerBatch, double cpuSecondsPerThread) {}

  public Result result() {
    Map<String, Speed> speeds = new LinkedHashMap<>();
    timings.forEach(
        (name, timing) ->
            speeds.put(
                name,
                new Speed(
                    edges / timing.seconds(),
                    timing.seconds() / steps,
                    timing.cpuSeconds() / threads / steps)));
    return new Result(
        title, speeds, identical, (double) edges / steps, (double) nodes / steps, threads);
  }
}
