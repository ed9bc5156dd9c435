package dev.atoll.bench.placement;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.placement.CachedPlacer;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.PartitionPlacer;
import dev.atoll.train.placement.PartitionPlacer.Keep;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.Ranking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Times one device that loads the feature rows of batches, with other rows in its memory each time;
 * it reads the rest from the host's. The host draws the batches, as in the paper.
 *
 * <pre>
 *   published      the rows likeliest in a batch: Algorithm 1 of Song and Jiang, for one device
 *   local-aware    the same rows, batches in which near nodes are likelier
 *   chunk, random, multilevel   the most read rows of one of ⌊nodes / rows⌋ parts
 *   pagraph        the rows of highest out-degree: PaGraph, for one device
 * </pre>
 */
public final class LoadBenchmark {
  private static final String PUBLISHED = "published";
  private static final String LOCAL_AWARE = "local-aware";
  private static final String UNCACHED = "uncached";
  private static final String ALL = "all";

  /** The width of a feature row if a dataset has none. */
  private static final int WIDTH = 100;

  private final String graph;
  private final PlacementSubject subject;
  private final int width;
  private final double scale;
  private final int steps;
  private final int repeats;
  private final List<OfRows> results = new ArrayList<>();
  private String backend = "";
  private Load uncached;
  private Load all;

  /**
   * A benchmark of a dataset's graph, whose training nodes are the seeds.
   *
   * @param layerSize nodes of a layer, drawn as LADIES does; 0 for neighbours of every node
   * @param scale the factor on the probability of near nodes in locality-aware sampling; 1 for none
   * @param steps batches at most; the whole epoch if it has fewer
   * @param repeats loads of all batches for each choice, in turn, after a warm-up
   */
  public LoadBenchmark(
      Dataset dataset,
      Fanouts fanouts,
      int layerSize,
      int batch,
      double scale,
      int steps,
      int repeats,
      int threads) {
    this.graph = dataset.name();
    this.subject =
        PlacementSubject.of(
            dataset, new PlacementSubject.Draws(fanouts, layerSize), batch, threads);
    this.width = dataset.features().map(Features::width).orElse(WIDTH);
    this.scale = scale;
    this.steps = steps;
    this.repeats = repeats;
  }

  /**
   * The loads of all batches.
   *
   * @param hits share of rows that the device had in its memory
   * @param seconds of loading, by the device's clock
   * @param choosingSeconds in which the host chose the rows
   * @param placingSeconds in which they came to the device, and the others to pinned memory
   */
  public record Load(
      @JsonUnwrapped RowReads reads,
      double hits,
      double seconds,
      double choosingSeconds,
      double placingSeconds) {}

  /** The loads for a number of rows in the device's memory, by the choice of rows. */
  public record OfRows(String rows, @JsonAnyGetter Map<String, Load> byChoice) {}

  /**
   * The output of {@code bench placement --device cuda --json}.
   *
   * @param uncached with a single row in the device's memory
   * @param all with all rows in it
   */
  public record Result(
      String device,
      String backend,
      String graph,
      int nodes,
      long edges,
      int width,
      List<OfRows> results,
      Load uncached,
      Load all) {}

  /**
   * Chosen rows, to be copied to the device.
   *
   * @param placement on one device, the first; absent for all rows
   */
  private record Choice(
      String name, Optional<Placement> placement, List<long[]> batches, double seconds) {}

  /** Measures shares of rows, such as {@code 0.2n}. */
  public void measure(SamplingBackend device, List<String> shares, Screen screen) {
    backend = device.describe();
    List<long[]> batches = new ArrayList<>();
    subject.batches(steps, batch -> batches.add(nodes(batch)));
    try (var loads = new DeviceLoads(device, subject.graph(), width)) {
      Map<String, Load> bounds =
          loads(
              loads,
              List.of(
                  new Choice(UNCACHED, Optional.of(published(1)), batches, 0),
                  new Choice(ALL, Optional.empty(), batches, 0)));
      uncached = bounds.get(UNCACHED);
      all = bounds.get(ALL);
      for (String share : shares) {
        results.add(new OfRows(share, loads(loads, choices(share, batches))));
        screen.remark(share + " rows in the device's memory");
      }
    }
  }

  private static long[] nodes(SampledBatch batch) {
    long[] nodes = new long[batch.nodeCount()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = batch.nodes().get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
    }
    return nodes;
  }

  private Placement published(int rows) {
    return new CachedPlacer(0)
        .place(subject.graph(), subject.probabilities(), Devices.connected(1, rows));
  }

  private List<Choice> choices(String share, List<long[]> batches) {
    int rows = Devices.rows(share, subject.graph().nodeCount());
    List<Choice> choices = new ArrayList<>();
    choices.add(choice(PUBLISHED, batches, () -> published(rows)));
    if (scale > 1) {
      choices.add(localAware(rows));
    }
    Devices devices = Devices.ungrouped(subject.graph().nodeCount() / rows, rows);
    var probabilities = subject.probabilities();
    for (String cut : PlacementTrial.CUTS) {
      var placer =
          new PartitionPlacer(
              PlacementTrial.partitioner(cut), Keep.MOST_READ, 0, subject.threads());
      choices.add(
          choice(cut, batches, () -> placer.place(subject.graph(), probabilities, devices)));
    }
    choices.add(choice("pagraph", batches, () -> byOutDegree(rows)));
    return choices;
  }

  private Choice localAware(int rows) {
    List<long[]> batches = new ArrayList<>();
    Choice choice = choice(LOCAL_AWARE, batches, () -> published(rows));
    Placement placement = choice.placement().orElseThrow();
    subject.batchesNear(placement, scale, steps, batch -> batches.add(nodes(batch)));
    return choice;
  }

  /** PaGraph's rows for one device, whose part is the whole graph. */
  private Placement byOutDegree(int rows) {
    int[] ranked = Ranking.byOutDegree(subject.graph());
    return Placement.of(
        Devices.connected(1, rows),
        subject.graph().nodeCount(),
        new int[][] {Arrays.copyOf(ranked, rows)});
  }

  private static Choice choice(String name, List<long[]> batches, Supplier<Placement> placement) {
    long begun = System.nanoTime();
    Placement found = placement.get();
    return new Choice(name, Optional.of(found), batches, secondsSince(begun));
  }

  private static double secondsSince(long begun) {
    return (System.nanoTime() - begun) * 1e-9;
  }

  /** Loads the batches of all choices in turn, and opens and closes their rows. */
  private Map<String, Load> loads(DeviceLoads device, List<Choice> choices) {
    List<TieredRows> rows = new ArrayList<>();
    double[] placing = new double[choices.size()];
    RowReads[] sums = new RowReads[choices.size()];
    try {
      for (int i = 0; i < sums.length; i++) {
        long begun = System.nanoTime();
        rows.add(device.rows(choices.get(i).placement().map(placed -> placed.buffer(0))));
        placing[i] = secondsSince(begun);
      }
      for (int epoch = -1; epoch < repeats; epoch++) {
        for (int i = 0; i < sums.length; i++) {
          RowReads reads = device.load(choices.get(i).batches(), rows.get(i));
          sums[i] = epoch <= 0 ? reads : sums[i].plus(reads);
        }
      }
    } finally {
      rows.forEach(TieredRows::close);
    }
    Map<String, Load> loads = new LinkedHashMap<>();
    for (int i = 0; i < sums.length; i++) {
      RowReads mean = sums[i].times(1.0 / repeats);
      double seconds = mean.localSeconds() + mean.hostSeconds();
      Choice choice = choices.get(i);
      loads.put(choice.name(), new Load(mean, mean.hits(), seconds, choice.seconds(), placing[i]));
    }
    return loads;
  }

  public void show(Screen screen) {
    screen.line(
        "%s, %s: ms in which the device loads the rows of all batches, and the share it has in its"
                .formatted(graph, backend)
            + " memory; of other choices, the ratios to the published one");
    List<String> others =
        results.getFirst().byChoice().keySet().stream()
            .filter(name -> !name.equals(PUBLISHED))
            .toList();
    List<String> titles = new ArrayList<>(List.of("rows", "ms", "hits"));
    titles.addAll(others);
    Table table = Table.of(titles.toArray(String[]::new));
    for (OfRows row : results) {
      Load ours = row.byChoice().get(PUBLISHED);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  row.rows(),
                  Units.decimals(1e3 * ours.seconds(), 2),
                  Units.decimals(ours.hits(), 2)));
      others.forEach(
          other ->
              cells.add(Units.decimals(row.byChoice().get(other).seconds() / ours.seconds(), 2)));
      table.row(cells.toArray(String[]::new));
    }
    table.show(screen);
    screen.line(
        "%s ms with one row, %s ms with all rows in the device's memory"
            .formatted(
                Units.decimals(1e3 * uncached.seconds(), 2),
                Units.decimals(1e3 * all.seconds(), 2)));
  }

  public Result result() {
    return new Result(
        "cuda",
        backend,
        graph,
        subject.graph().nodeCount(),
        subject.graph().edgeCount(),
        width,
        results,
        uncached,
        all);
  }
}
