package dev.atoll.app.compare;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.MeasuredEpochs;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Runs a comparison: every run that its folder does not hold yet, one after the other. */
public final class ComparisonRun {
  private final ComparisonPlan plan;
  private final ComparisonFolder folder;
  private final Screen screen;
  private final Source datasets;
  private final Function<Throwable, String> wording;
  private final Map<PlannedRun, String> failures = new LinkedHashMap<>();
  private long epochsDone;
  private int begun;

  /** Opens the dataset that settings name, prepared for their task. */
  @FunctionalInterface
  public interface Source {
    Dataset open(Settings settings) throws IOException;
  }

  /**
   * @param wording turns failures into messages for users
   */
  public ComparisonRun(
      ComparisonPlan plan,
      ComparisonFolder folder,
      Screen screen,
      Source datasets,
      Function<Throwable, String> wording) {
    this.plan = plan;
    this.folder = folder;
    this.screen = screen;
    this.datasets = datasets;
    this.wording = wording;
  }

  /**
   * Runs the comparison; returns one row per contender, failed or not. Contenders take turns, seed
   * by seed, so that changes in the machine's speed affect all alike; a short run before the first
   * one warms it up.
   */
  public List<ComparisonRow> rows() throws IOException {
    try (Progress progress = screen.progress("comparing", "epochs", plan.epochs())) {
      List<PlannedRun> inTurns = plan.inTurns();
      if (inTurns.stream().noneMatch(run -> folder.run(run).isFinished())) {
        warmUp(inTurns.getFirst());
      }
      for (PlannedRun run : inTurns) {
        begun++;
        RunFolder place = folder.run(run);
        if (!place.isFinished()) {
          attempt(run, place, progress);
        }
        epochsDone += run.job().settings().get(Keys.EPOCHS);
        progress.update(epochsDone, run.name());
      }
    }
    List<ComparisonRow> rows = new ArrayList<>();
    for (Map.Entry<Contender, List<PlannedRun>> entry : plan.runs().entrySet()) {
      rows.add(row(entry.getKey(), entry.getValue()));
    }
    return rows;
  }

  private ComparisonRow row(Contender contender, List<PlannedRun> runs) throws IOException {
    List<FinishedRun> finished = new ArrayList<>();
    Map<Long, String> failed = new LinkedHashMap<>();
    for (PlannedRun run : runs) {
      RunFolder place = folder.run(run);
      if (place.isFinished()) {
        finished.add(FinishedRun.read(run, place));
      }
      if (failures.containsKey(run)) {
        failed.put(run.seed(), failures.get(run));
      }
    }
    return new ComparisonRow(contender, runs, finished, failed);
  }

  /**
   * Runs a few epochs to read data and compile code; leaves no files. Its errors are left to the
   * run itself.
   */
  private void warmUp(PlannedRun run) {
    TrainingRun brief = run.job().withEpochs(MeasuredEpochs.WARM_UP);
    screen.remark(
        "warming up: %d epochs like those of %s, which are not measured"
            .formatted(MeasuredEpochs.WARM_UP, run.name()));
    RunFolder place = folder.warmUp();
    try (Dataset dataset = datasets.open(brief.settings())) {
      try (RunWriter writer = RunWriter.create(place, brief.settings(), true)) {
        brief.run(dataset, writer, screen.silenced(true), _ -> {});
      }
      place.delete();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      screen.remark("the warm-up failed: " + wording.apply(e));
    }
  }

  /** Does a run; notes a failure, so that the others continue. */
  private void attempt(PlannedRun run, RunFolder place, Progress progress) {
    try (Dataset dataset = datasets.open(run.job().settings());
        RunWriter writer = writer(run, place)) {
      run.job().run(dataset, writer, screen.silenced(true), event -> show(event, run, progress));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      String message = wording.apply(e);
      failures.put(run, message);
      screen.remark(run.name() + " failed: " + message);
    }
  }

  private static RunWriter writer(PlannedRun run, RunFolder place) throws IOException {
    return Files.exists(place.checkpoint())
        ? RunWriter.resume(place)
        : RunWriter.create(place, run.job().settings(), true);
  }

  private void show(TrainEvent event, PlannedRun run, Progress progress) {
    if (event instanceof EpochFinished epoch) {
      String detail =
          String.format(
              Locale.ROOT,
              "run %d/%d %s  loss %.4f",
              begun,
              plan.allRuns().size(),
              run.name(),
              epoch.loss());
      progress.update(epochsDone + epoch.epoch() + 1, detail);
    }
  }
}
