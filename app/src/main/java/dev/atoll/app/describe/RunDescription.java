package dev.atoll.app.describe;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.util.List;

/** Describes a finished run. */
public final class RunDescription {
  private RunDescription() {}

  /** The output of {@code info --json}. */
  private record Facts(String kind, @JsonUnwrapped RunResult result) {}

  public static Description of(RunFolder run) throws IOException {
    RunResult result = run.readResult();
    Table facts =
        Table.untitled()
            .row("folder", run.path().toString())
            .row("dataset", result.dataset())
            .row("model", result.model())
            .row("recipe", result.recipe())
            .row("preset", result.preset())
            .row("seed", Long.toString(result.seed()))
            .row("epochs", Integer.toString(result.epochs()))
            .row("best epoch", Integer.toString(result.bestEpoch()))
            .row("time", Units.seconds(result.seconds()))
            .row("epoch", Units.seconds(result.secondsPerEpoch()))
            .row("weights SHA-256", result.weightsSha256());
    Table scores = Table.of("", "score", "");
    for (ScoredNodes nodes : ScoredNodes.values()) {
      result
          .scores(nodes)
          .forEach((name, score) -> scores.row(nodes.label(), name, Units.percent(score)));
    }
    Table settings = Table.of("setting", "value");
    result.settings().forEach((name, value) -> settings.row(name, value.toString()));
    return new Description(List.of(facts, scores, settings), new Facts("run", result));
  }
}
