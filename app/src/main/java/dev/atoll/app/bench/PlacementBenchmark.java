package dev.atoll.app.bench;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.log.Table;
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
import java.util.stream.LongStream;

/**
 * Counts what devices read from themselves, their peers and the host in an epoch of sampled
 * batches, under Atoll's placement and under others. Ratios above 1 mean that Atoll reads less.
 */
public final class PlacementBenchmark {
  private final String graph;
  private final PlacementSubject subject;
  private final TierCosts costs;
  private final List<Row> rows = new ArrayList<>();
  private double placingSeconds;
  private double cuttingSeconds;

  /** One set of devices. */
  private record Row(String devices, String buffer, String seeds, Map<String, TierReads> reads) {
    TierReads ours() {
      return reads.get(PlacementTrial.OURS);
    }
  }

  public PlacementBenchmark(
      Dataset dataset, Fanouts fanouts, int batch, TierCosts costs, int threads) {
    this.graph = dataset.name();
    Split split = dataset.splits().get("split");
    long[] train =
        split == null
            ? LongStream.range(0, dataset.graph().nodeCount()).toArray()
            : split.nodes(Split.TRAIN);
    this.subject = new PlacementSubject(dataset.graph(), train, fanouts, batch, threads);
    this.costs = costs;
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
              trial.placements(Devices.grouped(sizes, capacity), costs);
          rows.add(
              new Row(
                  sizes, buffer, seeds.name().toLowerCase(Locale.ROOT), trial.reads(placements)));
          screen.remark("%s of %s, seeds %s".formatted(sizes, buffer, rows.getLast().seeds));
        }
      }
    }
    measureTime();
  }

  /** The second run of each, with compiled code. */
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
    }
  }

  public void show(Screen screen) {
    screen.line(
        "%s: rows read from the host, and by how many times others read more there (cost: own %s, peer %s, host %s)"
            .formatted(graph, costs.own(), costs.peer(), costs.host()));
    List<String> others =
        rows.getFirst().reads.keySet().stream()
            .filter(name -> !name.equals(PlacementTrial.OURS))
            .toList();
    List<String> titles = new ArrayList<>(List.of("devices", "rows", "seeds", "host", "cost"));
    others.forEach(
        name -> {
          titles.add(name);
          titles.add("cost");
        });
    Table table = Table.of(titles.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  row.devices,
                  row.buffer,
                  row.seeds,
                  Long.toString(row.ours().host()),
                  Long.toString(Math.round(row.ours().cost(costs)))));
      for (String other : others) {
        cells.add(times(hostRatio(row, other)));
        cells.add(times(costRatio(row, other)));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.show(screen);
    screen.line(
        String.format(
            Locale.ROOT,
            "probabilities and placement %.3f s, multilevel cut %.3f s: %.1f times",
            placingSeconds,
            cuttingSeconds,
            cuttingSeconds / placingSeconds));
  }

  private static String times(double ratio) {
    return Double.isInfinite(ratio) ? "∞" : String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** 1 where neither reads from the host. */
  private static double hostRatio(Row row, String other) {
    long theirs = row.reads.get(other).host();
    return theirs == row.ours().host() ? 1 : (double) theirs / row.ours().host();
  }

  private double costRatio(Row row, String other) {
    return row.reads.get(other).cost(costs) / row.ours().cost(costs);
  }

  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("graph", graph);
    json.put("nodes", subject.graph().nodeCount());
    json.put("edges", subject.graph().edgeCount());
    json.put("costs", costs);
    json.put("results", rows.stream().map(this::json).toList());
    json.put("placingSeconds", placingSeconds);
    json.put("cuttingSeconds", cuttingSeconds);
    return json;
  }

  private Map<String, Object> json(Row row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("devices", row.devices);
    json.put("rows", row.buffer);
    json.put("seeds", row.seeds);
    row.reads.forEach(
        (name, reads) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("own", reads.own());
          one.put("peer", reads.peer());
          one.put("host", reads.host());
          one.put("cost", reads.cost(costs));
          json.put(name, one);
        });
    return json;
  }
}
