package dev.atoll.bench.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.screen.Screen;
import dev.atoll.bench.cluster.ClusterBenchmark;
import dev.atoll.bench.cluster.ClusterBenchmark.Killed;
import dev.atoll.bench.cluster.ClusterBenchmark.Measurement;
import dev.atoll.bench.cluster.ClusterBenchmark.Start;
import dev.atoll.bench.cluster.ClusterBenchmark.TableCost;
import dev.atoll.bench.cluster.ClusterBenchmark.Tables;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.util.ArrayList;
import java.util.List;

/** Shows the measurements of {@code atoll bench spark} as tables and collects them for JSON. */
final class ClusterBenchmarkReport {
  private final Screen screen;
  private final String memory;
  private Startup startup;
  private List<Stored> stored;
  private Disturbed disturbed;

  /**
   * The output of {@code bench spark --json}; trials that did not run are null.
   *
   * @param executorMemory the heap of an executor
   */
  @JsonInclude(Include.NON_NULL)
  record Result(
      int workers,
      String executorMemory,
      @JsonUnwrapped Startup startup,
      List<Stored> tables,
      Disturbed killed) {}

  /** Seconds by engine. */
  record ByEngine(double processes, double spark) {}

  /**
   * The start of a run.
   *
   * @param start seconds around the epochs
   * @param epoch seconds of an epoch
   */
  record Startup(ByEngine start, ByEngine epoch, double epochRatio, boolean identical) {
    private static Startup of(Start start) {
      return new Startup(
          new ByEngine(start.processes().aroundSeconds(), start.spark().aroundSeconds()),
          new ByEngine(start.processes().epochSeconds(), start.spark().epochSeconds()),
          start.epochRatio(),
          start.identical());
    }
  }

  /**
   * Tables of one size.
   *
   * @param growth of the time per edge since the first size
   */
  record Stored(
      long edges,
      long nodes,
      double seconds,
      double secondsPerMillion,
      double growth,
      double executorCpuSeconds,
      List<Long> executorPeakBytes) {
    private static Stored of(TableCost size, TableCost first) {
      return new Stored(
          size.edges(),
          size.cost().nodes(),
          size.cost().seconds(),
          size.secondsPerMillionEdges(),
          size.secondsPerMillionEdges() / first.secondsPerMillionEdges(),
          size.cost().cpuSeconds(),
          size.cost().peakBytes());
    }
  }

  /** Seconds of a run that loses an executor, compared with one that does not. */
  record Disturbed(
      double undisturbed,
      double killed,
      double extra,
      double checkpointInterval,
      boolean identical) {
    private static Disturbed of(Killed killed) {
      return new Disturbed(
          killed.undisturbedSeconds(),
          killed.killedSeconds(),
          killed.extraSeconds(),
          killed.checkpointSeconds(),
          killed.identical());
    }
  }

  /**
   * @param memory the heap of an executor
   */
  ClusterBenchmarkReport(Screen screen, String memory) {
    this.screen = screen;
    this.memory = memory;
  }

  Result result() {
    return new Result(ClusterBenchmark.WORKERS, memory, startup, stored, disturbed);
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
    startup = Startup.of(start);
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
    stored = new ArrayList<>();
    for (TableCost size : tables.sizes()) {
      stored.add(Stored.of(size, tables.sizes().getFirst()));
      table.row(
          Units.count(size.edges()),
          Units.count(size.cost().nodes()),
          Units.seconds(size.cost().seconds()),
          Units.seconds(size.secondsPerMillionEdges()),
          "%.2f".formatted(stored.getLast().growth()),
          Units.seconds(size.cpuSecondsPerMillionEdges()),
          Units.bytes(size.cost().peakBytes().stream().mapToLong(Long::longValue).max().orElse(0)));
    }
    table.show(screen);
    screen.line(
        "tables with text ids to %d shards, executors of %s".formatted(tables.parts(), memory));
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
    disturbed = Disturbed.of(killed);
  }
}
