package dev.atoll.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.RunOptions;
import dev.atoll.app.predict.NodeList;
import dev.atoll.app.predict.PairFile;
import dev.atoll.app.predict.PredictionFile;
import dev.atoll.app.predict.PredictionKind;
import dev.atoll.app.predict.Predictions;
import dev.atoll.app.predict.TrainedRun;
import dev.atoll.graph.DatasetNames;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the predictions of a finished run for every node. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Writes a trained run's predictions or embeddings of every node, in your own ids.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll predict --out classes.csv                          of the run that was finished"
          + " last",
      "  atoll predict RUN --what probabilities --out p.npy",
      "  atoll predict RUN --what embeddings --out embeddings.npy",
      "  atoll predict RUN --data DIR --out classes.csv           on another graph, labelled or"
          + " not",
      "  atoll predict RUN --nodes ids.txt --out classes.csv      of some nodes",
      "  atoll predict RUN --pairs pairs.csv --out scores.csv     of a run with --task link"
    })
final class PredictCommand implements Callable<Integer> {
  @Mixin private RunOptions options;

  @Option(
      names = "--what",
      paramLabel = "WHAT",
      defaultValue = "classes",
      description = "classes, probabilities, logits or embeddings (classes)")
  private PredictionKind what;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "output file: .csv, .npy or .parquet")
  private Path out;

  @Option(
      names = "--pairs",
      paramLabel = "FILE.csv",
      description = "score these pairs of nodes (head,tail or head,tail,relation a line)")
  private Path pairs;

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description = "predict these nodes only: one of your ids a line")
  private Path nodes;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (pairs != null) {
      return scorePairs();
    }
    PredictionFile file = PredictionFile.at(out);
    try (TrainedRun run = options.open();
        Arena arena = Arena.ofShared()) {
      run.applied().remarks().forEach(output.screen()::remark);
      Predictions predictions = predictions(run, arena);
      if (nodes != null) {
        predictions = predictions.of(NodeList.read(nodes, run.dataset()), arena);
      }
      file.write(predictions, run.dataset());
      output
          .screen()
          .line(
              "%s of %s in %s"
                  .formatted(
                      name(),
                      predictions.rows() == 1
                          ? "1 node"
                          : Units.count(predictions.rows()) + " nodes",
                      file.path()));
      write(run, name(), predictions.rows(), predictions.width(), file.path());
    }
    return 0;
  }

  private int scorePairs() throws IOException {
    if (!out.toString().endsWith(".csv")) {
      throw new SettingsException("--out " + out + ": scores of pairs are written as .csv");
    }
    try (TrainedRun run = options.open()) {
      run.applied().remarks().forEach(output.screen()::remark);
      PairFile file = PairFile.read(pairs, run.dataset());
      file.write(out, run.inference().scores(file.heads(), file.tails(), file.relations()));
      output.screen().line("scores of %s pairs in %s".formatted(file.heads().length, out));
      write(run, "pairs", file.heads().length, null, out);
    }
    return 0;
  }

  /**
   * The output of {@code --json}.
   *
   * @param width columns; null for scores of pairs
   */
  private record Result(
      String run,
      String dataset,
      String what,
      long rows,
      @JsonInclude(Include.NON_NULL) Integer width,
      String file) {}

  private void write(TrainedRun run, String of, long rows, Integer width, Path file)
      throws IOException {
    output.write(
        new Result(run.path().toString(), run.dataset().name(), of, rows, width, file.toString()));
  }

  private String name() {
    return what.name().toLowerCase(Locale.ROOT);
  }

  private Predictions predictions(TrainedRun run, Arena arena) {
    if (what == PredictionKind.EMBEDDINGS) {
      return Predictions.raw(what, run.inference().embeddings(arena));
    }
    String task = run.settings().get(Keys.TASK);
    if (!task.equals(Keys.TASK.fallback())) {
      throw new SettingsException(
          "--what %s: a run with task=%s predicts no classes of nodes; take --what embeddings, or --pairs FILE.csv"
              .formatted(name(), task));
    }
    boolean several = run.applied().info().schema().multiLabel();
    DatasetNames names = run.applied().names();
    return switch (what) {
      case CLASSES ->
          several
              ? Predictions.labels(run.inference().logits(arena), arena).with(names)
              : Predictions.classes(run.inference().logits(arena), run.applied().decision(), arena)
                  .with(names);
      case PROBABILITIES ->
          Predictions.probabilities(run.inference().logits(arena), several, arena).with(names);
      case LOGITS -> Predictions.raw(what, run.inference().logits(arena)).with(names);
      case EMBEDDINGS -> throw new IllegalStateException("embeddings need no classes");
    };
  }
}
