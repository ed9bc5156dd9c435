package dev.atoll.app.command.bench;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.engine.ClusterBenchmark.Killed;
import dev.atoll.recipe.engine.ClusterBenchmark.Measurement;
import dev.atoll.recipe.engine.ClusterBenchmark.Start;
import dev.atoll.recipe.engine.ClusterBenchmark.TableCost;
import dev.atoll.recipe.engine.ClusterBenchmark.Tables;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the measurements of {@code atoll bench spark} as tables and collects them for JSON. */
final class ClusterBenchmarkReport {
  private final Screen screen;
  private final String memory;
  private final Map<String, Object> json = new LinkedHashMap<>();

  /**
   * @param memory the heap of an executor
   */
  ClusterBenchmarkReport(Screen screen, int workers, String memory) {
    this.screen = screen;
    this.memory = memory;
    json.put("workers", workers);
    json.put("executorMemory", memory);
  }

  Map<String, Object> json() {
    return json;
  }

  void add(Measurement measurement) {
    switch (measurement) {
      case Start start -> add(start);
      case Tables tables -> add(tables);
      case Killed killed -> add(killed);
    }
  }

  private void add(Start start) {
    Table.of("engine", "start and end", "epoch", "epoch, ratio")
        .row(
            "processes",
            Units.seconds(start.processes().aroundSeconds()),
            Units.seconds(start.processes().epochSeconds()),
            "1.00")
        .row(
            "spark",
            Units.seconds(start.spark().aroundSeconds()),
            Units.seconds(start.spark().epochSeconds()),
            "%.2f".formatted(start.epochRatio()))
        .show(screen);
    screen.line(start.identical() ? "weights are identical" : "weights DIFFER");
    json.put(
        "start",
        Map.of(
            "processes", start.processes().aroundSeconds(),
            "spark", start.spark().aroundSeconds()));
    json.put(
        "epoch",
        Map.of(
            "processes", start.processes().epochSeconds(), "spark", start.spark().epochSeconds()));
    json.put("epochRatio", start.epochRatio());
    json.put("identical", start.identical());
  }

  private void add(Tables tables) {
    Table table =
        Table.of(
            "edges",
            "nodes",
            "time",
            "per million",
            "growth",
            "CPU per million",
            "peak of an executor");
    TableCost first = tables.sizes().getFirst();
    for (TableCost size : tables.sizes()) {
      table.row(
          Units.count(size.edges()),
          Units.count(size.nodes()),
          Units.seconds(size.seconds()),
          Units.seconds(size.secondsPerMillionEdges()),
          "%.2f".formatted(growth(size, first)),
          Units.seconds(size.cpuSecondsPerMillionEdges()),
          Units.bytes(size.peakBytes().stream().mapToLong(Long::longValue).max().orElse(0)));
    }
    table.show(screen);
    screen.line(
        "tables with text ids to %d shards, executors of %s".formatted(tables.parts(), memory));
    List<Map<String, Object>> sizes =
        tables.sizes().stream().map(size -> ofSize(size, first)).toList();
    json.put("tables", sizes);
  }

  private static double growth(TableCost size, TableCost first) {
    return size.secondsPerMillionEdges() / first.secondsPerMillionEdges();
  }

  private static Map<String, Object> ofSize(TableCost size, TableCost first) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("edges", size.edges());
    entry.put("nodes", size.nodes());
    entry.put("seconds", size.seconds());
    entry.put("secondsPerMillion", size.secondsPerMillionEdges());
    entry.put("growth", growth(size, first));
    entry.put("executorCpuSeconds", size.cpuSeconds());
    entry.put("executorPeakBytes", size.peakBytes());
    return entry;
  }

  private void add(Killed killed) {
    Table.of("run", "command", "more")
        .row("undisturbed", Units.seconds(killed.undisturbedSeconds()), "")
        .row(
            "an executor killed",
            Units.seconds(killed.killedSeconds()),
            "%+.1f s".formatted(killed.extraSeconds()))
        .show(screen);
    screen.line(
        "a checkpoint every %s; weights %s"
            .formatted(
                Units.seconds(killed.checkpointSeconds()),
                killed.identical() ? "are identical" : "DIFFER"));
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("undisturbed", killed.undisturbedSeconds());
    entry.put("killed", killed.killedSeconds());
    entry.put("extra", killed.extraSeconds());
    entry.put("checkpointInterval", killed.checkpointSeconds());
    entry.put("identical", killed.identical());
    json.put("killed", entry);
  }
}
