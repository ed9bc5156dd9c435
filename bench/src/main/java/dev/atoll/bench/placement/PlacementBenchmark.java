package dev.atoll.bench.placement;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.placement.CachedPlacer;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.TierCosts;
import dev.atoll.train.placement.TierReads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the rows that devices read from themselves, their peers and the host in an epoch of
 * sampled batches, under Atoll's placement and others. Ratios above 1 mean that Atoll reads less.
 */
public final class PlacementBenchmark {
  private final String graph;
  private final PlacementSubject subject;
  private final TierCosts costs;
  private final double alpha;
  private final boolean firstRows;
  private final List<Row> rows = new ArrayList<>();
  private double placingSeconds;
  private double cuttingSeconds;
  private double pagraphSeconds;

  /** One set of devices: the reads of each, by placement. */
  private record Row(
      String devices,
      String buffer,
      String seeds,
      Map<String, List<TierReads>> byDevice,
      Map<String, Double> expectedMaxCost) {
    TierReads reads(String placement) {
      return byDevice.get(placement).stream().reduce(TierReads.NONE, TierReads::plus);
    }

    double maxCost(String placement, TierCosts costs) {
      return byDevice.get(placement).stream()
          .mapToDouble(reads -> reads.cost(costs))
          .max()
          .orElse(0);
    }
  }

  /**
   * A benchmark of a dataset's graph, whose training nodes are the seeds.
   *
   * @param layerSize nodes of a layer, drawn as LADIES does; 0 for neighbours of every node
   * @param alpha of Algorithm 1 where devices form several groups
   * @param firstRows whether baselines with the first rows of a part are measured, too
   */
  public PlacementBenchmark(
      Dataset dataset,
      Fanouts fanouts,
      int layerSize,
      int batch,
      TierCosts costs,
      double alpha,
      boolean firstRows,
      int threads) {
    this.graph = dataset.name();
    this.subject =
        PlacementSubject.of(
            dataset, new PlacementSubject.Draws(fanouts, layerSize), batch, threads);
    this.costs = costs;
    this.alpha = alpha;
    this.firstRows = firstRows;
  }

  /**
   * Measures sets of devices.
   *
   * @param groups sizes of groups, such as {@code 2+2}
   * @param buffers rows per device, such as {@code 0.2n}
   */
  public void measure(List<String> groups, List<String> buffers, Screen screen) {
    for (PlacementTrial.Seeds seeds : PlacementTrial.Seeds.values()) {
      for (String sizes : groups) {
        var trial = new PlacementTrial(subject, Devices.grouped(sizes, 1).count(), seeds);
        for (String buffer : buffers) {
          int capacity = Devices.rows(buffer, subject.graph().nodeCount());
          Map<String, Placement> placements =
              trial.placements(Devices.grouped(sizes, capacity), costs, alpha, firstRows);
          Map<String, Double> expected = new LinkedHashMap<>();
          placements.forEach(
              (name, placement) -> expected.put(name, trial.expectedMaxCost(placement, costs)));
          rows.add(
              new Row(
                  sizes,
                  buffer,
                  seeds.name().toLowerCase(Locale.ROOT),
                  trial.reads(placements),
                  expected));
          screen.remark("%s of %s, seeds %s".formatted(sizes, buffer, rows.getLast().seeds));
        }
      }
    }
    measureTime();
  }

  /** Measures the second run of each, which is compiled. */
  private void measureTime() {
    Devices devices = Devices.connected(4, Math.max(1, subject.graph().nodeCount() / 10));
    for (int run = 0; run < 2; run++) {
      long begun = System.nanoTime();
      new CachedPlacer(costs.alpha(4)).place(subject.graph(), subject.probabilities(), devices);
      placingSeconds = (System.nanoTime() - begun) * 1e-9;
      begun = System.nanoTime();
      PlacementTrial.partitioner(PlacementTrial.MULTILEVEL)
          .partition(subject.graph(), PartitionGoal.of(4).onThreads(subject.threads()));
      cuttingSeconds = (System.nanoTime() - begun) * 1e-9;
      begun = System.nanoTime();
      subject.pagraph(4);
      pagraphSeconds = (System.nanoTime() - begun) * 1e-9;
    }
  }

  public void show(Screen screen) {
    screen.line(
        "%s: rows read from the host, cost (own %s, peer %s, host %s) and cost of the busiest device; of other placements, the ratios to these"
            .formatted(graph, costs.own(), costs.peer(), costs.host()));
    List<String> others =
        rows.getFirst().byDevice.keySet().stream()
            .filter(name -> !name.equals(PlacementTrial.OURS))
            .toList();
    List<String> titles =
        new ArrayList<>(List.of("devices", "rows", "seeds", "host", "cost", "busiest"));
    titles.addAll(others);
    Table table = Table.of(titles.toArray(String[]::new));
    for (Row row : rows) {
      TierReads ours = row.reads(PlacementTrial.OURS);
      double busiest = row.maxCost(PlacementTrial.OURS, costs);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  row.devices,
                  row.buffer,
                  row.seeds,
                  Long.toString(ours.host()),
                  Long.toString(Math.round(ours.cost(costs))),
                  Long.toString(Math.round(busiest))));
      for (String other : others) {
        TierReads theirs = row.reads(other);
        cells.add(
            "%s %s %s"
                .formatted(
                    times((double) theirs.host(), (double) ours.host()),
                    times(theirs.cost(costs), ours.cost(costs)),
                    times(row.maxCost(other, costs), busiest)));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.show(screen);
    screen.line(
        String.format(
            Locale.ROOT,
            "probabilities and placement %.3f s, multilevel cut %.3f s: %.1f times, PaGraph's parts"
                + " %.3f s: %.1f times",
            placingSeconds,
            cuttingSeconds,
            cuttingSeconds / placingSeconds,
            pagraphSeconds,
            pagraphSeconds / placingSeconds));
  }

  /** The ratio of another placement's figure to Atoll's; 1 if both are 0. */
  private static String times(double theirs, double ours) {
    double ratio = theirs == ours ? 1 : theirs / ours;
    return Double.isInfinite(ratio) ? "∞" : Units.decimals(ratio, 2);
  }

  /** The output of {@code bench placement --json}. */
  public record Result(
      String graph,
      int nodes,
      long edges,
      TierCosts costs,
      List<OfDevices> results,
      double placingSeconds,
      double cuttingSeconds,
      Seconds seconds) {}

  /** The time of finding a placement, by method. */
  public record Seconds(double placement, double multilevel, double pagraph) {}

  /**
   * One set of devices.
   *
   * @param rows per device
   * @param byPlacement reads by the name of the placement
   */
  public record OfDevices(
      String devices,
      String rows,
      String seeds,
      @JsonAnyGetter Map<String, PlacedReads> byPlacement) {}

  /** The reads under one placement. */
  public record PlacedReads(
      @JsonUnwrapped TierReads reads,
      double cost,
      double maxCost,
      double expectedMaxCost,
      List<TierReads> perDevice) {}

  public Result result() {
    return new Result(
        graph,
        subject.graph().nodeCount(),
        subject.graph().edgeCount(),
        costs,
        rows.stream().map(this::result).toList(),
        placingSeconds,
        cuttingSeconds,
        new Seconds(placingSeconds, cuttingSeconds, pagraphSeconds));
  }

  private OfDevices result(Row row) {
    Map<String, PlacedReads> byPlacement = new LinkedHashMap<>();
    for (String name : row.byDevice.keySet()) {
      TierReads reads = row.reads(name);
      byPlacement.put(
          name,
          new PlacedReads(
              reads,
              reads.cost(costs),
              row.maxCost(name, costs),
              row.expectedMaxCost.get(name),
              row.byDevice.get(name)));
    }
    return new OfDevices(row.devices, row.buffer, row.seeds, byPlacement);
  }
}
