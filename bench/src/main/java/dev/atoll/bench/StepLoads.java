package dev.atoll.bench;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.batch.sampled.SeedSchedule;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.LongStream;

/**
 * Counts what the workers of a cut have to do in the steps of an epoch of mini-batches: a step
 * lasts as long as that of its busiest worker. Seeds are shared out as in training, where every
 * worker has the same number whatever its part holds.
 */
public final class StepLoads {
  private final CsrGraph graph;
  private final Partitioning cut;
  private final Fanouts fanouts;
  private final SeedSchedule seeds;
  private final RandomKey key;

  /**
   * A quantity of a worker in a step, in the mean over steps.
   *
   * @param busiest of the worker that has most in the step
   * @param mean over workers
   */
  public record Load(double busiest, double mean) {}

  /**
   * Loads of an epoch.
   *
   * @param load sampled edges and rows of a batch together
   * @param edges sampled
   * @param rows feature rows that a batch reads
   * @param remote those of them that other workers have
   * @param served rows that a worker reads for others
   */
  public record Result(
      int parts, int steps, Load load, Load edges, Load rows, Load remote, Load served) {}

  /**
   * @param training nodes, of which workers draw the neighbourhoods
   * @param batch seeds per worker and step, at most
   */
  public StepLoads(
      CsrGraph graph, Partitioning cut, long[] training, int batch, Fanouts fanouts, long seed) {
    this.graph = graph;
    this.cut = cut;
    this.fanouts = fanouts;
    this.key = RandomKey.ofSeed(seed);
    long[] byPart =
        LongStream.of(training)
            .boxed()
            .sorted(Comparator.comparing(node -> cut.partOf(node.intValue())))
            .mapToLong(Long::longValue)
            .toArray();
    this.seeds =
        new SeedSchedule(
            byPart,
            node -> cut.partOf((int) node),
            cut.parts(),
            1,
            batch,
            Shuffle.LOCAL,
            key.child("seeds"));
  }

  /** Draws all batches of an epoch. */
  public Result measure() {
    int parts = cut.parts();
    int steps = seeds.steps();
    double[][] edges = new double[steps][parts];
    double[][] rows = new double[steps][parts];
    double[][] load = new double[steps][parts];
    double[][] remote = new double[steps][parts];
    double[][] served = new double[steps][parts];
    try (var sampler = new FusedSampler(LocalNeighbors.of(graph), fanouts);
        var batch = SampledBatch.ofLayers(fanouts.layers())) {
      for (int worker = 0; worker < parts; worker++) {
        long[] own = seeds.of(worker, 0);
        for (int step = 0; step < steps; step++) {
          int from = seeds.from(worker, 0, step);
          sampler.sample(own, from, seeds.from(worker, 0, step + 1), key.child(step), batch);
          edges[step][worker] = batch.edgeCount();
          rows[step][worker] = batch.nodeCount();
          load[step][worker] = edges[step][worker] + rows[step][worker];
          remote[step][worker] = readOfOthers(batch, worker, served[step]);
        }
      }
    }
    return new Result(
        parts, steps, load(load), load(edges), load(rows), load(remote), load(served));
  }

  /**
   * Counts the rows that a batch reads of other workers, and those that each of them reads for it.
   */
  private int readOfOthers(SampledBatch batch, int worker, double[] served) {
    int found = 0;
    MemorySegment nodes = batch.nodes();
    for (int row = 0; row < batch.nodeCount(); row++) {
      int owner = cut.partOf(nodes.getAtIndex(JAVA_INT, row));
      if (owner != worker) {
        found++;
        served[owner]++;
      }
    }
    return found;
  }

  private static Load load(double[][] bySteps) {
    double busiest = 0;
    double mean = 0;
    for (double[] step : bySteps) {
      busiest += Arrays.stream(step).max().orElse(0) / bySteps.length;
      mean += Arrays.stream(step).average().orElse(0) / bySteps.length;
    }
    return new Load(busiest, mean);
  }

  /** Prints a line per quantity. */
  public static void show(Result result, Screen screen) {
    var table = Table.of("of a worker and step", "busiest", "mean");
    row(table, "edges and rows", result.load);
    row(table, "sampled edges", result.edges);
    row(table, "rows", result.rows);
    row(table, "rows of other workers", result.remote);
    row(table, "rows for other workers", result.served);
    table.show(screen);
  }

  private static void row(Table table, String name, Load load) {
    table.row(name, Units.decimals(load.busiest, 0), Units.decimals(load.mean, 0));
  }
}
