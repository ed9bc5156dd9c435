package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.RunOptions;
import dev.atoll.app.describe.ClassTables;
import dev.atoll.app.describe.ScoreTable;
import dev.atoll.app.predict.TrainedRun;
import dev.atoll.graph.Split;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.train.evaluate.Evaluation;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.Decision;
import java.io.IOException;
import java.util.LinkedHashMap;
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
  /** More classes are not listed one by one. */
  private static final int MOST_CLASSES = 50;

  @Mixin private RunOptions options;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    try (TrainedRun run = options.open()) {
      Evaluation evaluation = run.applied().evaluate();
      ScoreTable.show(evaluation, Objectives.scoredItems(run.settings()), output.screen());
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("run", run.path().toString());
      result.put("dataset", run.dataset().name());
      result.put("model", run.model());
      result.put("split", run.split());
      result.put("test", evaluation.test().byName());
      result.put("validation", evaluation.validation().byName());
      result.put("train", evaluation.train().byName());
      Optional<ClassReport> report = run.applied().report(Split.TEST, run.applied().decision());
      if (report.isPresent() && report.get().classes().size() <= MOST_CLASSES) {
        ClassTables tables = new ClassTables(report.get(), run.applied().names());
        tables.show(run.applied().decision(), output.screen());
        result.putAll(tables.json());
        result.put("decision", decision(run));
      }
      output.write(result);
    }
    return 0;
  }

  private static Map<String, Object> decision(TrainedRun run) {
    Map<String, Object> json = new LinkedHashMap<>();
    Decision decision = run.applied().decision();
    boolean likeliest = decision.label() < 0;
    json.put("class", likeliest ? null : run.applied().names().ofClass(decision.label()));
    json.put("threshold", likeliest ? null : decision.threshold());
    return json;
  }
}
