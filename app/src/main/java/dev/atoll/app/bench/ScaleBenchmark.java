package dev.atoll.app.bench;

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
import java.util.function.ToDoubleFunction;

/**
 * Recipes on growing numbers of workers that share the cores of one machine: what more workers
 * cost, against the first number. With the same graph (strong scaling) or one that grows with them
 * (weak).
 */
public final class ScaleBenchmark {
  /** One worker trains the whole graph without shards. */
  private static final Recipe ALONE = Recipe.named("single");

  private final int threads;
  private final Map<String, List<TrainingFigures>> runs = new LinkedHashMap<>();

  /** The graph for a number of workers; closed after it was used. */
  @FunctionalInterface
  public interface Graphs {
    Dataset of(int workers) throws IOException;
  }

  /**
   * @param threads of all workers together; each has at least one
   */
  public ScaleBenchmark(int threads) {
    this.threads = threads;
  }

  /** Runs recipes, by the names of their rows, on each number of workers. */
  public void measure(Map<String, Recipe> recipes, List<Integer> workers, Graphs graphs, RunLog log)
      throws IOException {
    for (int count : workers) {
      if (count < 1) {
        throw new SettingsException("--workers %d: expected 1 or more".formatted(count));
      }
      try (Dataset dataset = graphs.of(count);
          Session session = Session.on(dataset)) {
        for (Map.Entry<String, Recipe> each : recipes.entrySet()) {
          log.remark("%s on %d workers".formatted(each.getKey(), count));
          List<TrainingFigures> measured =
              runs.computeIfAbsent(each.getKey(), _ -> new ArrayList<>());
          if (measured.isEmpty()) {
            run(each.getKey(), each.getValue(), session, count, dataset); // to warm up
          }
          measured.add(run(each.getKey(), each.getValue(), session, count, dataset));
        }
      }
    }
  }

  private TrainingFigures run(
      String name, Recipe recipe, Session session, int workers, Dataset dataset)
      throws IOException {
    return TrainingFigures.of(
        name,
        session,
        workers == 1 ? alone(recipe) : recipe,
        workers,
        Math.max(1, threads / workers),
        seeds(dataset));
  }

  /** On one worker a recipe of the full graph is {@code single}. */
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
                            TrainingFigures.text(run.seconds()),
                            TrainingFigures.text(run.cpuSeconds()),
                            TrainingFigures.ratio(run.cores()),
                            Units.bytes(Math.round(run.bytes())),
                            TrainingFigures.ratio(speed(list, run)),
                            TrainingFigures.ratio(cpuRatio(list, run)))));
    table.show(log);
  }

  /** How many times as fast as the first number of workers. */
  private static double speed(List<TrainingFigures> all, TrainingFigures run) {
    return all.getFirst().seconds() / run.seconds();
  }

  /** How many times the CPU time of the first number of workers. */
  private static double cpuRatio(List<TrainingFigures> all, TrainingFigures run) {
    return run.cpuSeconds() / all.getFirst().cpuSeconds();
  }

  /** The output of {@code bench scale --json}. */
  public record Result(int threads, List<Row> runs) {}

  /** A run beside the first of its recipe. */
  public record Row(@JsonUnwrapped TrainingFigures.Result figures, double speed, double cpuRatio) {}

  public Result result() {
    return new Result(
        threads,
        runs.values().stream()
            .flatMap(
                list ->
                    list.stream()
                        .map(run -> new Row(run.result(), speed(list, run), cpuRatio(list, run))))
            .toList());
  }

  /** A page with charts of seconds and CPU seconds over workers. */
  public String page() {
    return new Page("Atoll on more workers")
        .add(
            Page.section(
                "Workers that share %d threads".formatted(threads),
                chart("seconds of an epoch", TrainingFigures::seconds),
                chart("CPU seconds of an epoch", TrainingFigures::cpuSeconds)))
        .html();
  }

  private MarkupTag chart(String title, ToDoubleFunction<TrainingFigures> of) {
    List<Curve> curves = new ArrayList<>();
    for (Map.Entry<String, List<TrainingFigures>> each : runs.entrySet()) {
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
}
