package dev.atoll.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.RunOptions;
import dev.atoll.app.describe.ClassTables;
import dev.atoll.app.describe.ScoreTable;
import dev.atoll.app.predict.TrainedRun;
import dev.atoll.graph.Split;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.metric.Decision;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Scores the weights of a finished run. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Scores a trained run over all neighbours of every node.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll evaluate                                  the run that was finished last under"
          + " runs/",
      "  atoll evaluate runs/cora-gcn-20260131-120000",
      "  atoll evaluate RUN --split splits:3             on another split of its dataset",
      "  atoll evaluate RUN --data DIR                   on another graph with the same features"
    })
final class EvaluateCommand implements Callable<Integer> {
  /** The number of classes above which they are not listed. */
  private static final int MOST_CLASSES = 50;

  @Mixin private RunOptions options;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    try (TrainedRun run = options.open()) {
      run.applied().remarks().forEach(output.screen()::remark);
      Evaluation evaluation = run.applied().evaluate();
      ScoreTable.show(evaluation, Objectives.scoredItems(run.settings()), output.screen());
      Optional<ClassTables> tables =
          run.applied()
              .report(Split.TEST, run.applied().decision())
              .filter(report -> report.classes().size() <= MOST_CLASSES)
              .map(report -> new ClassTables(report, run.applied().names()));
      tables.ifPresent(
          shown -> shown.show(evaluation.test(), run.applied().decision(), output.screen()));
      output.write(
          new Result(
              run.path().toString(),
              run.dataset().name(),
              run.model(),
              run.split(),
              evaluation.test().byName(),
              evaluation.validation().byName(),
              evaluation.train().byName(),
              tables.map(ClassTables::scores).orElse(null),
              tables.map(shown -> UsedDecision.of(run, shown.accuracy())).orElse(null)));
    }
    return 0;
  }

  /**
   * The output of {@code --json}.
   *
   * @param classes null for tasks without classes, or with too many
   * @param decision null without classes
   */
  private record Result(
      String run,
      String dataset,
      String model,
      String split,
      Map<String, Double> test,
      Map<String, Double> validation,
      Map<String, Double> train,
      @JsonUnwrapped ClassTables.OfTest classes,
      @JsonInclude(Include.NON_NULL) UsedDecision decision) {}

  /**
   * The class that has a threshold of its own; nulls if the likeliest class is predicted.
   *
   * @param accuracy of the predicted classes of test nodes
   */
  private record UsedDecision(
      @JsonProperty("class") String label, Double threshold, double accuracy) {
    static UsedDecision of(TrainedRun run, double accuracy) {
      Decision decision = run.applied().decision();
      return decision.label() < 0
          ? new UsedDecision(null, null, accuracy)
          : new UsedDecision(
              run.applied().names().ofClass(decision.label()), decision.threshold(), accuracy);
    }
  }
}
