package dev.atoll.bench;

import dev.atoll.graph.Dataset;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.cost.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures mini-batches by schedule and depth: seeds per second, cores in use, and where a batch
 * waits.
 */
public final class PipelineBenchmark {
  private final int workers;
  private final int threads;
  private final List<TrainingFigures> runs = new ArrayList<>();

  /**
   * @param threads of each worker
   */
  public PipelineBenchmark(int workers, int threads) {
    this.workers = workers;
    this.threads = threads;
  }

  /** Runs a recipe under each schedule: a name, followed by a colon and its depth. */
  public void measure(Dataset dataset, Recipe recipe, List<String> schedules, RunLog log)
      throws IOException {
    try (Session session = Session.on(dataset)) {
      for (String schedule : schedules) {
        log.remark(schedule);
        if (runs.isEmpty()) {
          run(session, recipe, schedule, dataset); // to warm up
        }
        runs.add(run(session, recipe, schedule, dataset));
      }
    }
  }

  private TrainingFigures run(Session session, Recipe recipe, String schedule, Dataset dataset)
      throws IOException {
    return TrainingFigures.of(
        schedule,
        session,
        scheduled(recipe, schedule),
        workers,
        threads,
        ScaleBenchmark.seeds(dataset));
  }

  private static Recipe scheduled(Recipe recipe, String schedule) {
    int colon = schedule.indexOf(':');
    return colon < 0
        ? recipe.with("schedule", schedule)
        : recipe
            .with("schedule", schedule.substring(0, colon))
            .with("schedule.depth", schedule.substring(colon + 1));
  }

  public void show(RunLog log) {
    var table =
        Table.of(
            "schedule",
            "seeds/s",
            "cores",
            "s",
            "computing",
            "waiting",
            "sampling",
            "fetching",
            "hand-overs");
    runs.forEach(
        run ->
            table.row(
                run.name(),
                Units.decimals(run.seedsPerSecond(), 3),
                Units.decimals(run.cores(), 2),
                Units.decimals(run.seconds(), 3),
                Units.decimals(run.phases().get(Phase.COMPUTE), 3),
                Units.decimals(run.waiting(), 3),
                Units.decimals(run.phases().get(Phase.SAMPLE), 3),
                Units.decimals(run.phases().get(Phase.FETCH), 3),
                run.handOvers().isPresent()
                    ? Units.decimals(run.handOvers().getAsDouble(), 2)
                    : "–"));
    table.show(log);
  }

  /** The output of {@code bench pipeline --json}. */
  public record Result(int workers, int threads, List<TrainingFigures.Result> runs) {}

  public Result result() {
    return new Result(workers, threads, runs.stream().map(TrainingFigures::result).toList());
  }
}
