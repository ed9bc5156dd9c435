package dev.atoll.recipe.engine;

import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.FolderNames;
import dev.atoll.recipe.compose.SelectionMetric;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.log.ErrorText;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.recipe.result.ExplanationReport;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.LaunchLine;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.run.TimelineFile;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.tensor.Backend;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.cost.ResidentMemory;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Explained;
import dev.atoll.train.event.TrainEvent.Recorded;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.metric.Decision;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One run from its settings to its result: partitions the graph if needed, trains with the workers
 * of an engine, and writes the run folder.
 *
 * @param sharded whether workers share the graph as shards
 */
public record TrainingRun(Settings settings, TrainingPlan plan, boolean sharded) {
  /** The result of a run, and its report as in {@code result.json}. */
  public record Outcome(TrainingResult result, RunResult report) {}

  /**
   * Checks all settings; nothing starts yet. Folders that they name become absolute paths.
   *
   * @throws dev.atoll.recipe.settings.SettingsException when they do not fit together
   */
  public static TrainingRun of(Settings given) {
    Settings settings = FolderNames.absolute(given);
    return new TrainingRun(settings, Composition.plan(settings), Composition.needsShards(settings));
  }

  /** A copy with at most the given number of epochs. */
  public TrainingRun withEpochs(long most) {
    long epochs = Math.min(most, settings.get(Keys.EPOCHS));
    return of(settings.with(Keys.EPOCHS, epochs, "warm-up"));
  }

  /**
   * Trains to the end; resumes from the checkpoint if the folder has one.
   *
   * @param watcher receives events after they have been recorded
   */
  public Outcome run(Dataset dataset, RunWriter folder, RunLog log, TrainEvent.Listener watcher)
      throws IOException {
    try (var resident = ResidentMemory.watched()) {
      return run(dataset, folder, log, watcher, resident);
    }
  }

  private Outcome run(
      Dataset dataset,
      RunWriter folder,
      RunLog log,
      TrainEvent.Listener watcher,
      ResidentMemory resident)
      throws IOException {
    WarmStart.check(settings, dataset);
    SelectionMetric.require(settings, dataset);
    var recorder = new Recorder(dataset, folder, log, watcher, resident);
    Optional<Path> shards =
        sharded
            ? Optional.of(Shards.prepare(settings, dataset, folder.folder().shards(), log))
            : Optional.empty();
    Checkpoints checkpoints = RunSeal.checkpoints(folder.folder(), settings);
    var job = new Job(settings, plan, folder.folder().path(), shards, checkpoints);
    if (Shards.takeLong(dataset)) {
      log.remark("opening edges and feature rows");
    }
    try {
      Engine.of(settings).run(job, dataset, recorder);
    } catch (IOException | RuntimeException | Error e) {
      if (recorder.outcome == null) {
        folder.fail(ErrorText.of(e));
        throw e;
      }
      log.remark("the run is complete, but did not end in order: " + ErrorText.of(e));
    }
    if (settings.get(Keys.DECISION).equals("f1")) {
      decide(dataset, folder.folder().path(), log);
    }
    return recorder.outcome;
  }

  /** Chooses the threshold of the rarer class on the validation nodes. */
  private void decide(Dataset dataset, Path run, RunLog log) throws IOException {
    ModelFolder folder = ModelFolder.in(run);
    try (Backend backend = Composition.backend(settings);
        TrainedModel model = TrainedModel.open(folder, folder.info(), settings, dataset, backend)) {
      Optional<Decision> best = model.bestDecision();
      if (best.isPresent() && best.get().label() >= 0) {
        folder.decide(best.get());
        log.remark(
            "predicts '%s' from a probability of %.3f on, by F1 of the validation nodes"
                .formatted(model.names().ofClass(best.get().label()), best.get().threshold()));
      } else {
        log.remark("decision=f1 needs two classes in the validation nodes: takes the likeliest");
      }
    }
  }

  /** Writes the events of a run into its folder. */
  private final class Recorder implements RunListener {
    private final long begun = System.nanoTime();
    private final Dataset dataset;
    private final RunWriter run;
    private final RunLog log;
    private final TrainEvent.Listener watcher;
    private final ResidentMemory resident;
    private String backend;
    private Started started;
    private Optional<ExplanationReport> explained = Optional.empty();
    private Outcome outcome;

    Recorder(
        Dataset dataset,
        RunWriter run,
        RunLog log,
        TrainEvent.Listener watcher,
        ResidentMemory resident) {
      this.dataset = dataset;
      this.run = run;
      this.log = log;
      this.watcher = watcher;
      this.resident = resident;
    }

    @Override
    public void started(String describedAs) {
      backend = describedAs;
      log.remark(describedAs);
      run.computesOn(describedAs).ifPresent(this::warnOfOtherBits);
    }

    private void warnOfOtherBits(String earlier) {
      log.error(
          ("atoll: this run was begun on '%s'; from here on it may differ in the last bits from one"
                  + " that was not interrupted; with kernels=portable it would not")
              .formatted(earlier));
    }

    @Override
    public void processOutput(String line) {
      log.error(line);
    }

    @Override
    public void on(TrainEvent event) {
      try {
        record(event);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      watcher.on(event);
    }

    private void record(TrainEvent event) throws IOException {
      switch (event) {
        case Started begin -> {
          started = begin;
          run.begin(begin);
          for (EpochFinished epoch : begin.done()) {
            run.add(EpochLine.of(epoch));
          }
        }
        case StepFinished step -> run.step(step);
        case EpochFinished epoch -> run.add(EpochLine.of(epoch));
        case BatchesLaunched batches -> run.addEvents(LaunchLine.of(batches));
        case Explained found -> {
          explained = Optional.of(ExplanationReport.of(found.byWorker()));
          run.folder().write(explained.get());
        }
        case Recorded recorded -> TimelineFile.write(recorded.byWorker(), run.folder().timeline());
      }
    }

    @Override
    public void finished(Safetensors weights, TrainingResult result) {
      weights.write(run.folder().weights());
      double seconds = (System.nanoTime() - begun) * 1e-9;
      RunResult report =
          RunResult.of(
              settings,
              dataset,
              started,
              result,
              seconds,
              resident.peakBytes(),
              backend,
              explained.map(ExplanationReport::costs).orElse(null));
      try {
        ModelFolder.in(run.folder().path())
            .write(settings, dataset, run.folder().weights(), result.weightsSha256());
        run.finish(report, settings.get(Keys.CHECKPOINT_KEEP));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      outcome = new Outcome(result, report);
    }
  }
}
