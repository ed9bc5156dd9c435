package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.SettingsOptions;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.describe.LabelCounts;
import dev.atoll.app.describe.ScoreTable;
import dev.atoll.app.plan.LeastMemory;
import dev.atoll.app.screen.LogFile;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.serve.TrainingMetrics;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.SplitRule;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.engine.LongerRun;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a model and writes the run folder. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Trains a model and evaluates it. The run folder keeps its settings, the metrics of every"
          + " epoch, the best weights and the result.",
      "Settings are taken from, later ones winning: defaults, recipe, preset, --config, options,"
          + " --set. They are checked before anything starts."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll train                                            GraphSAGE on Cora, which comes"
          + " along",
      "  atoll train --data citeseer --model gat --seed 3",
      "  atoll train --model gcn --set model.hidden=256 --set lr=0.005",
      "  atoll train --recipe distdgl --workers 4               mini-batches on 4 shards",
      "  atoll train --recipe bns-gcn --workers 4               the whole graph on 4 shards",
      "  atoll train --resume runs/cora-sage-20260131-120000    after a crash",
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

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "resume an interrupted run from its last checkpoint; with --epochs N train a run, also a"
              + " finished one, to N epochs in all")
  private Path resume;

  @Option(
      names = "--metrics-port",
      paramLabel = "N",
      description = "serve figures of the training to Prometheus on this machine (0: any port)")
  private Integer metricsPort;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Optional<LongerRun> longer = longer();
    TrainingRun job =
        TrainingRun.of(
            longer.isPresent()
                ? longer.get().settings()
                : resume == null
                    ? options.settings()
                    : Settings.of(RunFolder.interrupted(resume).readSettings()));
    Settings settings = job.settings();
    UnusedSettings.refuse(settings);
    try (Dataset dataset = opened(settings);
        RunWriter run = writer(longer, settings, dataset);
        LogFile log = LogFile.open(run.folder().log())) {
      Screen screen = output.screen().copiedTo(log);
      introduce(screen, settings, dataset);
      TrainingRun.Outcome outcome;
      try (TrainingScreen progress =
          new TrainingScreen(screen, settings.integer(Keys.EPOCHS), Shards.takeLong(dataset))) {
        outcome = run(job, dataset, run, screen, progress);
      }
      conclude(screen, settings, dataset, outcome, run);
      output.write(outcome.report());
    }
    return 0;
  }

  private TrainingRun.Outcome run(
      TrainingRun job, Dataset dataset, RunWriter run, Screen screen, TrainEvent.Listener progress)
      throws IOException {
    if (metricsPort == null) {
      return job.run(dataset, run, screen, progress);
    }
    String name = run.folder().path().getFileName().toString();
    Map<String, String> labels = Map.of("run", name, "recipe", job.settings().text(Keys.RECIPE));
    try (TrainingMetrics metrics = TrainingMetrics.start(metricsPort, labels)) {
      screen.remark(
          "figures for Prometheus at http://localhost:%d/metrics".formatted(metrics.port()));
      return job.run(
          dataset,
          run,
          screen,
          event -> {
            progress.on(event);
            metrics.on(event);
          });
    }
  }

  /** The run to train to another end; empty if the command names none. */
  private Optional<LongerRun> longer() throws IOException {
    if (resume == null || (out == null && !options.anyGiven())) {
      return Optional.empty();
    }
    if (out != null) {
      throw new SettingsException("--resume writes into the folder of the run: leave out --out");
    }
    return Optional.of(LongerRun.of(resume, options.given()));
  }

  /** Opens the dataset; refuses one whose training cannot fit into memory. */
  private static Dataset opened(Settings settings) throws IOException {
    Dataset dataset = Datasets.open(settings);
    try {
      LeastMemory.require(settings, dataset);
      return dataset;
    } catch (RuntimeException e) {
      dataset.close();
      throw e;
    }
  }

  private RunWriter writer(Optional<LongerRun> longer, Settings settings, Dataset dataset)
      throws IOException {
    if (longer.isPresent()) {
      return longer.get().open();
    }
    return resume == null
        ? RunWriter.create(folder(settings, dataset), settings, overwrite)
        : RunWriter.resume(new RunFolder(resume));
  }

  private RunFolder folder(Settings settings, Dataset dataset) {
    return out == null
        ? RunFolder.named(dataset.name(), settings.get(Keys.MODEL.key()))
        : new RunFolder(out);
  }

  private static void introduce(Screen screen, Settings settings, Dataset dataset) {
    screen.remark(
        "%s on %s: %s nodes, %s edges"
            .formatted(
                settings.get(Keys.MODEL.key()),
                dataset.name(),
                Units.count(dataset.graph().nodeCount()),
                Units.count(dataset.graph().edgeCount())));
    int workers = settings.integer(Keys.WORKERS);
    if (workers > 1) {
      screen.remark(
          "recipe %s, %d workers as %s"
              .formatted(settings.text(Keys.RECIPE), workers, settings.text(Keys.ENGINE)));
    }
    if (Composition.plan(settings).embeddings().stream()
        .anyMatch(rows -> rows.update() == EmbeddingSpec.Update.ASYNC)) {
      screen.remark("embeddings.update=async: another run of these settings will differ");
    }
    Split split = dataset.splits().get(settings.get(Keys.SPLIT));
    if (split != null && !settings.get(Keys.TASK).equals("link")) {
      screen.remark(
          "%s%s: %s train, %s validation, %s test nodes"
              .formatted(
                  split.name().startsWith("split") ? "" : "split ",
                  SplitRule.isMeant(split.name())
                      ? "%s by seed %d".formatted(split.name(), settings.get(Keys.SEED))
                      : split.name(),
                  Units.count(split.count(Split.TRAIN)),
                  Units.count(split.count(Split.VALIDATION)),
                  Units.count(split.count(Split.TEST))));
    }
    if (settings.get(Keys.TASK).equals("unsupervised") && dataset.labels().isEmpty()) {
      screen.remark("no labels: embeddings are not evaluated, and those of the last epoch kept");
    }
    LabelCounts.of(dataset, settings).ifPresent(counts -> counts.warn(screen));
    int patience = settings.integer(Keys.EARLY_STOP);
    if (patience > 0 && validates(settings, dataset)) {
      screen.remark(
          "at most %d epochs: ends after %d evaluations without a better validation score (earlyStop)"
              .formatted(settings.integer(Keys.EPOCHS), patience));
    }
    settings
        .preset()
        .ifPresent(
            preset ->
                screen.remark(
                    "preset %s (%s); --preset none leaves it out"
                        .formatted(preset.name(), preset.origin())));
  }

  /** Whether a validation score can be computed. */
  private static boolean validates(Settings settings, Dataset dataset) {
    Split split = dataset.splits().get(settings.get(Keys.SPLIT));
    return switch (settings.get(Keys.TASK)) {
      case "link", "edge" -> true;
      default -> dataset.labels().isPresent() && split != null && split.count(Split.VALIDATION) > 0;
    };
  }

  private static void conclude(
      Screen screen,
      Settings settings,
      Dataset dataset,
      TrainingRun.Outcome outcome,
      RunWriter run) {
    TrainingResult result = outcome.result();
    if (result.epochs().size() < settings.integer(Keys.EPOCHS)) {
      screen.remark(
          "ended after epoch %d: no better validation score in %d evaluations (earlyStop)"
              .formatted(result.epochs().size(), settings.integer(Keys.EARLY_STOP)));
    }
    ScoreTable.show(result.evaluation(), Objectives.scoredItems(settings), screen);
    LabelCounts.of(dataset, settings)
        .ifPresent(
            counts -> {
              counts.compare(result, screen);
              counts.warnOfLoss(result, settings, screen);
            });
    screen.line(
        "best epoch %d of %d; %s an epoch; peak memory %s (%s for training, %s in matrices)"
            .formatted(
                result.bestEpoch() + 1,
                result.epochs().size(),
                Units.seconds(result.meanSeconds()),
                Units.bytes(sum(outcome.report().memory().residentBytes())),
                Units.bytes(sum(result.heldBytes())),
                Units.bytes(sum(result.neededBytes()))));
    if (result.heldBytes().size() > 1) {
      screen.line(traffic(result));
    }
    screen.line("run folder " + run.folder().path());
  }

  private static long sum(List<Long> byWorker) {
    return byWorker.stream().mapToLong(Long::longValue).sum();
  }

  /** The traffic between workers: "an epoch moves 1.2 MiB: features 0.9 MiB, …". */
  private static String traffic(TrainingResult result) {
    String parts =
        Arrays.stream(Purpose.values())
            .map(purpose -> part(purpose, (long) result.mean(c -> c.bytes().get(purpose))))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return "an epoch moves %s between workers: %s"
        .formatted(Units.bytes((long) result.mean(EpochCost::totalBytes)), parts);
  }

  private static String part(Purpose purpose, long bytes) {
    return bytes == 0 ? "" : purpose.label() + " " + Units.bytes(bytes);
  }
}
