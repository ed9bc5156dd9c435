package dev.atoll.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.CurveChart;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures recipes on growing numbers of workers that share the cores of one machine, relative to
 * the first number: with one graph (strong scaling) or a graph that grows with the workers (weak
 * scaling).
 */
public final class ScaleBenchmark {
  /** The recipe of a single worker, which trains the whole graph without shards. */
  private static final Recipe ALONE = Recipe.named("single");

  private final Threads threads;
  private final List<Double> networks;
  private final Map<String, List<TrainingFigures>> runs = new LinkedHashMap<>();
  private final List<Crossover> crossovers = new ArrayList<>();

  /** The graph for a number of workers; closed after it was used. */
  @FunctionalInterface
  public interface Graphs {
    Dataset of(int workers) throws IOException;
  }

  /**
   * Threads of workers; each worker has at least one.
   *
   * @param number of all workers together, or of each
   * @param each whether each worker has as many, as if it were a machine of its own
   */
  public record Threads(int number, boolean each) {
    int ofWorker(int workers) {
      return each ? number : Math.max(1, number / workers);
    }
  }

  /**
   * The bandwidth from which a number of workers is faster than one.
   *
   * @param fromGbps the slowest measured network from which on all are faster; empty if there is
   *     none
   */
  record Crossover(String recipe, int workers, OptionalDouble fromGbps) {
    /**
     * @param speeds by bandwidth, ascending: the speedup over one worker
     */
    static Crossover of(String recipe, int workers, SortedMap<Double, Double> speeds) {
      OptionalDouble from = OptionalDouble.empty();
      for (Map.Entry<Double, Double> each : speeds.entrySet()) {
        if (each.getValue() <= 1) {
          from = OptionalDouble.empty();
        } else if (from.isEmpty()) {
          from = OptionalDouble.of(each.getKey());
        }
      }
      return new Crossover(recipe, workers, from);
    }
  }

  /**
   * @param networks emulated bandwidths in Gbit/s; empty if workers read each other's memory
   */
  public ScaleBenchmark(Threads threads, List<Double> networks) {
    this.threads = threads;
    this.networks = networks;
  }

  /** Runs recipes, keyed by the names of their rows, on each number of workers and each network. */
  public void measure(Map<String, Recipe> recipes, List<Integer> workers, Graphs graphs, RunLog log)
      throws IOException {
    for (int count : workers) {
      if (count < 1) {
        throw new SettingsException("--workers %d: expected 1 or more".formatted(count));
      }
      try (Dataset dataset = graphs.of(count);
          Session session = Session.on(dataset)) {
        for (Map.Entry<String, Recipe> each : recipes.entrySet()) {
          if (networks.isEmpty() || count == 1) {
            measure(each.getKey(), each.getValue(), session, count, dataset, log);
          } else {
            overNetworks(each.getKey(), each.getValue(), session, count, dataset, log);
          }
        }
      }
    }
  }

  private void overNetworks(
      String name, Recipe recipe, Session session, int count, Dataset dataset, RunLog log)
      throws IOException {
    SortedMap<Double, Double> speeds = new TreeMap<>();
    for (double gbps : networks) {
      TrainingFigures found =
          measure(name, recipe.with("network.gbps", gbps), session, count, dataset, log)
              .named(name + " at " + gigabits(gbps));
      List<TrainingFigures> measured = runs.get(name);
      measured.set(measured.size() - 1, found);
      speeds.put(gbps, speed(measured, found));
    }
    if (runs.get(name).getFirst().workers() == 1) {
      crossovers.add(Crossover.of(name, count, speeds));
    }
  }

  private TrainingFigures measure(
      String name, Recipe recipe, Session session, int count, Dataset dataset, RunLog log)
      throws IOException {
    log.remark("%s on %d workers".formatted(name, count));
    List<TrainingFigures> measured = runs.computeIfAbsent(name, _ -> new ArrayList<>());
    if (measured.stream().noneMatch(each -> each.workers() == count)) {
      // To warm up: code that was compiled for another number of workers is compiled again.
      run(name, recipe, session, count, dataset);
    }
    measured.add(run(name, recipe, session, count, dataset));
    return measured.getLast();
  }

  private TrainingFigures run(
      String name, Recipe recipe, Session session, int workers, Dataset dataset)
      throws IOException {
    return TrainingFigures.of(
        name,
        session,
        workers == 1 ? alone(recipe) : recipe,
        workers,
        threads.ofWorker(workers),
        seeds(dataset));
  }

  /** The recipe for one worker: {@code single} in place of a recipe of the full graph. */
  private static Recipe alone(Recipe recipe) {
    boolean full = recipe.settings().asMap().get("mode").equals("full");
    return full ? new Recipe(ALONE.name(), recipe.own()) : recipe;
  }

  static long seeds(Dataset dataset) {
    Split split = dataset.splits().values().iterator().next();
    long seeds = 0;
    for (long node = 0; node < dataset.graph().nodeCount(); node++) {
      seeds += split.role(node) == Split.TRAIN ? 1 : 0;
    }
    return seeds;
  }

  public void show(RunLog log) {
    var table =
        Table.of(
            "recipe", "workers", "threads", "s", "CPU s", "cores", "bytes", "speed", "CPU ratio");
    runs.values()
        .forEach(
            list ->
                list.forEach(
                    run ->
                        table.row(
                            run.name(),
                            Integer.toString(run.workers()),
                            Integer.toString(run.threads()),
                            Units.decimals(run.seconds(), 3),
                            Units.decimals(run.cpuSeconds(), 3),
                            Units.decimals(run.cores(), 2),
                            Units.bytes(Math.round(run.bytes())),
                            Units.decimals(speed(list, run), 2),
                            Units.decimals(cpuRatio(list, run), 2))));
    table.show(log);
    if (!crossovers.isEmpty()) {
      var pays = Table.of("recipe", "workers", "faster than one worker");
      crossovers.forEach(
          each -> pays.row(each.recipe(), Integer.toString(each.workers()), text(each.fromGbps())));
      pays.show(log);
    }
  }

  private static String text(OptionalDouble fromGbps) {
    if (fromGbps.isEmpty()) {
      return "on none of these networks";
    }
    return "from %s on".formatted(gigabits(fromGbps.getAsDouble()));
  }

  private static String gigabits(double gbps) {
    return (gbps == Math.rint(gbps) ? Long.toString((long) gbps) : Double.toString(gbps))
        + " Gbit/s";
  }

  /** The speedup over the first number of workers. */
  private static double speed(List<TrainingFigures> all, TrainingFigures run) {
    return all.getFirst().seconds() / run.seconds();
  }

  /** The CPU time over that of the first number of workers. */
  private static double cpuRatio(List<TrainingFigures> all, TrainingFigures run) {
    return run.cpuSeconds() / all.getFirst().cpuSeconds();
  }

  /** The output of {@code bench scale --json}. */
  public record Result(
      int threads, boolean threadsEach, List<Row> runs, List<CrossoverRow> crossovers) {}

  /** A run compared with the first of its recipe. */
  public record Row(@JsonUnwrapped TrainingFigures.Result figures, double speed, double cpuRatio) {}

  /**
   * The bandwidth from which workers are faster than one.
   *
   * @param fromGbps null if there is none
   */
  public record CrossoverRow(String recipe, int workers, Double fromGbps) {}

  public Result result() {
    return new Result(
        threads.number(),
        threads.each(),
        runs.values().stream()
            .flatMap(
                list ->
                    list.stream()
                        .map(run -> new Row(run.result(), speed(list, run), cpuRatio(list, run))))
            .toList(),
        crossovers.stream().map(ScaleBenchmark::row).toList());
  }

  private static CrossoverRow row(Crossover crossover) {
    Double from =
        crossover.fromGbps().isPresent() ? (Double) crossover.fromGbps().getAsDouble() : null;
    return new CrossoverRow(crossover.recipe(), crossover.workers(), from);
  }

  /** A page with charts of seconds and CPU seconds over workers. */
  public String page() {
    return new Page("Atoll on more workers")
        .add(
            Page.section(
                (threads.each() ? "Workers of %d threads" : "Workers that share %d threads")
                    .formatted(threads.number()),
                chart("seconds of an epoch", TrainingFigures::seconds),
                chart("CPU seconds of an epoch", TrainingFigures::cpuSeconds)))
        .html();
  }

  private MarkupTag chart(String title, ToDoubleFunction<TrainingFigures> of) {
    List<Curve> curves = new ArrayList<>();
    for (Map.Entry<String, List<TrainingFigures>> each : curves().entrySet()) {
      List<Curve.Point> points =
          each.getValue().stream()
              .map(run -> new Curve.Point(run.workers(), of.applyAsDouble(run), 0))
              .toList();
      curves.add(new Curve(new Series(curves.size(), each.getKey()), points));
    }
    MarkupTag legend =
        Page.legend(
            curves.stream()
                .map(curve -> Page.colour(curve.series().style(), curve.series().label()))
                .toList());
    return Page.card(
        title,
        "Mean over epochs, by number of workers.",
        new CurveChart(Unit.COUNT, "workers", Unit.SECONDS, title, curves)
            .draw(title + " over workers"),
        legend);
  }

  /**
   * Runs by the names of their rows; each network has a curve of its own, starting at one worker.
   */
  private Map<String, List<TrainingFigures>> curves() {
    if (networks.isEmpty()) {
      return runs;
    }
    Map<String, List<TrainingFigures>> byName = new LinkedHashMap<>();
    for (List<TrainingFigures> list : runs.values()) {
      for (TrainingFigures run : list) {
        if (run.workers() > 1) {
          byName
              .computeIfAbsent(
                  run.name(),
                  _ -> new ArrayList<>(list.stream().filter(each -> each.workers() == 1).toList()))
              .add(run);
        }
      }
    }
    return byName;
  }
}
