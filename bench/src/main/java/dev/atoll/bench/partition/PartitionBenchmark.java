package dev.atoll.bench.partition;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.app.memory.PeakMemory;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.device.CpuTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Partitions graphs into different numbers of parts with several seeds, also by METIS if it is
 * installed, and compares medians. Ratios below 1 mean that Atoll is better.
 */
public final class PartitionBenchmark {

  /** The figures that are compared as ratios. */
  private static final List<String> COMPARED = List.of("cut", "volume", "cpuSeconds", "seconds");

  private final Partitioner partitioner;
  private final int seeds;
  private final double warmUpSeconds;
  private final boolean metis;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param seeds number of trials of each
   * @param warmUpSeconds seconds of partitioning before anything is measured
   */
  public PartitionBenchmark(Partitioner partitioner, int seeds, double warmUpSeconds) {
    this.partitioner = partitioner;
    this.seeds = seeds;
    this.warmUpSeconds = warmUpSeconds;
    this.metis = Gpmetis.isInstalled();
  }

  /** One graph with one number of parts. */
  private record Row(
      String graph, int parts, Map<String, Double> ours, Map<String, Double> theirs) {
    double ratio(String what) {
      return ours.get(what) / theirs.get(what);
    }
  }

  /**
   * Measures one graph.
   *
   * @param goals by the number of parts
   */
  public void measure(
      Dataset dataset, List<Integer> parts, IntFunction<PartitionGoal> goals, Screen screen)
      throws IOException {
    CsrGraph graph = dataset.graph();
    PartitionGoal first = goals.apply(parts.getFirst());
    try (Gpmetis peer = metis ? Gpmetis.on(graph, first.balance(), first.threads()) : null;
        Progress progress =
            screen.progress(
                dataset.name(), "cuts", (long) parts.size() * seeds * (metis ? 2 : 1))) {
      if (rows.isEmpty()) {
        warmUp(partitioner, graph, first, warmUpSeconds);
      }
      long done = 0;
      for (int k : parts) {
        List<PartitionTrial> ours = new ArrayList<>();
        List<PartitionTrial> theirs = new ArrayList<>();
        for (int i = 0; i < seeds; i++) {
          PartitionGoal goal = goals.apply(k);
          goal = goal.withSeed(goal.seed() + i);
          ours.add(run(partitioner, graph, goal));
          progress.update(++done, k + " parts");
          if (metis) {
            theirs.add(peer.run(goal));
            progress.update(++done, k + " parts");
          }
        }
        rows.add(
            new Row(
                dataset.name(),
                k,
                PartitionTrial.medians(ours),
                metis ? PartitionTrial.medians(theirs) : Map.of()));
      }
    }
  }

  /**
   * Partitions until the code is compiled. Only the first runs allocate new memory: later ones
   * reuse the heap.
   *
   * @return the peak memory of a run, 0 without one
   */
  static long warmUp(Partitioner partitioner, CsrGraph graph, PartitionGoal goal, double seconds)
      throws IOException {
    long begun = System.nanoTime();
    long peakBytes = 0;
    while ((System.nanoTime() - begun) * 1e-9 < seconds) {
      PeakMemory.Measured<Partitioning> found =
          PeakMemory.of(() -> partitioner.partition(graph, goal), (_, _) -> {});
      peakBytes = Math.max(peakBytes, found.peakBytes());
    }
    return peakBytes;
  }

  static PartitionTrial run(Partitioner partitioner, CsrGraph graph, PartitionGoal goal)
      throws IOException {
    double cpuStart = CpuTime.seconds();
    PeakMemory.Measured<Partitioning> found =
        PeakMemory.of(() -> partitioner.partition(graph, goal), (_, _) -> {});
    double cpuSeconds = CpuTime.seconds() - cpuStart;
    return new PartitionTrial(
        PartitionReport.of(
            partitioner.name(), graph, found.result(), goal, found.seconds(), found.peakBytes()),
        cpuSeconds);
  }

  public void show(Screen screen) {
    List<String> titles =
        new ArrayList<>(List.of("graph", "parts", "cut", "volume", "most / mean", "CPU", "time"));
    if (metis) {
      titles.addAll(
          List.of(
              "METIS cut", "volume", "most / mean", "CPU", "cut ×", "volume ×", "CPU ×", "time ×"));
    }
    Table table = Table.of(titles.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.graph, Integer.toString(row.parts)));
      cells.addAll(cells(row.ours));
      cells.add(Units.seconds(row.ours.get("seconds")));
      if (metis) {
        cells.addAll(cells(row.theirs));
        COMPARED.forEach(what -> cells.add(Units.decimals(row.ratio(what), 3)));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.show(screen);
    screen.line(
        metis
            ? "geometric means, Atoll over METIS: "
                + String.join(
                    ", ",
                    COMPARED.stream()
                        .map(what -> what + " " + Units.decimals(mean(what), 3))
                        .toList())
            : "gpmetis is not on the PATH (Debian package metis): nothing to compare with");
  }

  private static List<String> cells(Map<String, Double> one) {
    return List.of(
        Units.count(Math.round(one.get("cut"))),
        Units.count(Math.round(one.get("volume"))),
        Units.decimals(one.get("imbalance"), 3),
        Units.seconds(one.get("cpuSeconds")));
  }

  private double mean(String what) {
    return Math.exp(
        rows.stream().mapToDouble(row -> Math.log(row.ratio(what))).average().orElse(Double.NaN));
  }

  /**
   * The output of {@code bench partition --json}.
   *
   * @param geometricMean of the ratios by name; null without METIS
   */
  public record Result(
      String partitioner,
      int seeds,
      List<Medians> results,
      @JsonInclude(Include.NON_NULL) Map<String, Double> geometricMean,
      int threads) {}

  /**
   * One graph with one number of parts: medians by name.
   *
   * @param metis null without METIS
   * @param ratio Atoll's over METIS's; null without METIS
   */
  public record Medians(
      String graph,
      int parts,
      @JsonAnyGetter Map<String, Double> ours,
      @JsonInclude(Include.NON_NULL) Map<String, Double> metis,
      @JsonInclude(Include.NON_NULL) Map<String, Double> ratio) {}

  public Result result(int threads) {
    return new Result(
        partitioner.name(),
        seeds,
        rows.stream().map(this::medians).toList(),
        metis ? compared(this::mean) : null,
        threads);
  }

  private Medians medians(Row row) {
    return metis
        ? new Medians(row.graph, row.parts, row.ours, row.theirs, compared(row::ratio))
        : new Medians(row.graph, row.parts, row.ours, null, null);
  }

  private static Map<String, Double> compared(ToDoubleFunction<String> figure) {
    Map<String, Double> figures = new LinkedHashMap<>();
    COMPARED.forEach(what -> figures.put(what, figure.applyAsDouble(what)));
    return figures;
  }
}
