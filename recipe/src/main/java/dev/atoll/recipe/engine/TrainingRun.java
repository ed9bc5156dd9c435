package dev.atoll.recipe.engine;

import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.run.ExplanationReport;
import dev.atoll.recipe.run.LaunchLines;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.run.TimelineFile;
import dev.atoll.recipe.run.TrainReport;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Explained;
import dev.atoll.train.event.TrainEvent.Recorded;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One run from its settings to its result: cuts the graph where that is needed, lets the workers
 * train, and fills the run folder.
 *
 * @param sharded whether workers share the graph as shards
 */
public record TrainingRun(Settings settings, TrainingPlan plan, boolean sharded) {
  /** What came of a run, also in the form that {@code --json} gives. */
  public record Outcome(TrainingResult result, Map<String, Object> report) {}

  /**
   * Checks all settings; nothing starts yet.
   *
   * @throws dev.atoll.recipe.settings.SettingsException when they do not fit together
   */
  public static TrainingRun of(Settings settings) {
    return new TrainingRun(settings, Composition.plan(settings), Composition.needsShards(settings));
  }

  /**
   * Trains until the end; goes on from the checkpoint where the folder has one.
   *
   * @param watcher hears of the run as it goes on
   */
  public Outcome run(Dataset dataset, RunWriter folder, RunLog log, TrainEvent.Listener watcher)
      throws IOException {
    var recorder = new Recorder(dataset, folder, log, watcher);
    Optional<Path> shards =
        sharded
            ? Optional.of(Shards.prepare(settings, dataset, folder.folder().shards(), log))
            : Optional.empty();
    var checkpoints =
        Checkpoints.in(folder.folder().checkpoint(), settings.integer(Keys.CHECKPOINT_EVERY));
    var job = new Job(settings, plan, folder.folder().path(), shards, checkpoints);
    try {
      Engine.of(settings).run(job, dataset, recorder);
    } catch (RuntimeException e) {
      folder.note("failure", e.getMessage() == null ? e.toString() : e.getMessage());
      throw e;
    }
    return recorder.outcome;
  }

  /** Keeps in the run folder what happens. */
  private final class Recorder implements LeadListener {
    private final long begun = System.nanoTime();
    private final Dataset dataset;
    private final RunWriter run;
    private final RunLog log;
    private final TrainEvent.Listener watcher;
    private String backend;
    private Started started;
    private Optional<Map<String, Object>> explained = Optional.empty();
    private Outcome outcome;

    Recorder(Dataset dataset, RunWriter run, RunLog log, TrainEvent.Listener watcher) {
      this.dataset = dataset;
      this.run = run;
      this.log = log;
      this.watcher = watcher;
    }

    @Override
    public void begins(String describedAs) {
      backend = describedAs;
      log.remark(describedAs);
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
          run.note("epochs", begin.epochs());
          run.note("resumedEpochs", begin.done().size());
          run.note("trainingBegun", Instant.now().toString());
          run.note("deviceBytes", begin.deviceBytes());
          for (EpochFinished epoch : begin.done()) {
            run.add(TrainReport.epoch(epoch));
          }
        }
        case StepFinished step -> {
          run.note("epoch", step.epoch() + 1);
          run.note("step", step.step() + 1);
        }
        case EpochFinished epoch -> run.add(TrainReport.epoch(epoch));
        case BatchesLaunched batches -> run.addEvents(LaunchLines.of(batches));
        case Explained found -> {
          explained = Optional.of(ExplanationReport.of(found.byWorker()));
          ExplanationReport.write(found.byWorker(), run.folder());
        }
        case Recorded recorded -> TimelineFile.write(recorded.byWorker(), run.folder().timeline());
      }
    }

    @Override
    public void finished(Safetensors weights, TrainingResult result) {
      weights.write(run.folder().weights());
      double seconds = (System.nanoTime() - begun) * 1e-9;
      var report = TrainReport.of(settings, dataset, started, result, seconds, backend);
      explained.ifPresent(found -> report.put("explanation", found));
      try {
        run.finish(report);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      outcome = new Outcome(result, report);
    }
  }
}
