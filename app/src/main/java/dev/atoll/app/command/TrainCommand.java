package dev.atoll.app.command;

import dev.atoll.app.run.Composition;
import dev.atoll.app.run.RunFolder;
import dev.atoll.app.run.RunWriter;
import dev.atoll.app.run.TrainReport;
import dev.atoll.app.screen.Progress;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.screen.Units;
import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.app.settings.Shelf;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.train.TrainEvent.EpochFinished;
import dev.atoll.train.TrainEvent.Started;
import dev.atoll.train.Training;
import dev.atoll.train.TrainingPlan;
import dev.atoll.train.TrainingResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a model and keeps what came of it in a run folder. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a model and says how good it is. The run folder keeps its settings, the course of the"
          + " training, the best weights and the result.",
      "Settings are taken from, later ones winning: defaults, recipe, preset, --config, options,"
          + " --set. They are checked before anything starts."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll train                                            GraphSAGE on Cora, which comes"
          + " along",
      "  atoll train --data citeseer --model gat --seed 3",
      "  atoll train --model gcn --set model.hidden=256 --set lr=0.005",
      "  atoll train --config runs/cora-gcn-20260131-120000/config.yaml",
      "  atoll train --quiet --json - | jq .test.accuracy"
    })
final class TrainCommand implements Callable<Integer> {
  @Mixin private SettingsOptions options;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the run folder (runs/DATASET-MODEL-TIME)")
  private Path out;

  @Option(names = "--overwrite", description = "replace a run that is in --out already")
  private boolean overwrite;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Settings settings = options.settings();
    TrainingPlan plan = Composition.plan(settings);
    Screen screen = output.screen();
    long begun = System.nanoTime();
    try (Dataset dataset = Datasets.open(settings.get(Keys.DATA));
        Backend backend = Composition.backend(settings);
        Training training = Training.open(dataset, backend, plan);
        RunWriter run = RunWriter.create(folder(settings, dataset), settings, overwrite)) {
      introduce(screen, settings, dataset, backend);
      Course course = new Course(screen, run, settings.integer(Keys.EPOCHS));
      TrainingResult result = course.follow(training);
      try (Arena arena = Arena.ofConfined()) {
        training.weights(arena).write(run.folder().weights());
      }
      double seconds = (System.nanoTime() - begun) * 1e-9;
      Map<String, Object> report =
          TrainReport.of(settings, dataset, course.started, result, seconds, backend.describe());
      run.finish(report);
      conclude(screen, result, run);
      output.write(report);
    }
    return 0;
  }

  private RunFolder folder(Settings settings, Dataset dataset) {
    return out == null
        ? RunFolder.named(dataset.name(), settings.text(Keys.MODEL))
        : new RunFolder(out);
  }

  private static void introduce(
      Screen screen, Settings settings, Dataset dataset, Backend backend) {
    screen.remark(
        "%s on %s: %s nodes, %s edges"
            .formatted(
                settings.text(Keys.MODEL),
                dataset.name(),
                Units.count(dataset.graph().nodeCount()),
                Units.count(dataset.graph().edgeCount())));
    String preset = settings.get(Keys.PRESET);
    if (!preset.equals("none")) {
      screen.remark(
          "preset %s (%s); --preset none leaves it out"
              .formatted(preset, Shelf.PRESETS.read(preset).origin()));
    }
    screen.remark(backend.describe());
  }

  private static void conclude(Screen screen, TrainingResult result, RunWriter run) {
    ScoreTable.of(result.evaluation()).show(screen);
    screen.line(
        "best epoch %d of %d; %s an epoch; memory %s, its matrices need %s"
            .formatted(
                result.bestEpoch() + 1,
                result.epochs().size(),
                Units.seconds(result.medianSeconds()),
                Units.bytes(result.heldBytes()),
                Units.bytes(result.neededBytes())));
    screen.line("run folder " + run.folder().path());
  }

  /** Shows and records a training as it goes on. */
  private static final class Course {
    private final Screen screen;
    private final RunWriter run;
    private final int epochs;
    private Started started;
    private String score = "";

    Course(Screen screen, RunWriter run, int epochs) {
      this.screen = screen;
      this.run = run;
      this.epochs = epochs;
    }

    TrainingResult follow(Training training) {
      try (Progress progress = screen.progress("training", "epochs", epochs)) {
        return training.run(
            event -> {
              switch (event) {
                case Started begin -> started = begin;
                case EpochFinished epoch -> record(epoch, progress);
              }
            });
      }
    }

    private void record(EpochFinished epoch, Progress progress) {
      try {
        run.add(TrainReport.epoch(epoch));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      epoch
          .evaluation()
          .ifPresent(
              evaluation -> score = "  " + ScoreTable.phrase("val", evaluation.validation()));
      progress.update(
          epoch.epoch() + 1L, String.format(Locale.ROOT, "loss %.4f%s", epoch.loss(), score));
    }
  }
}
