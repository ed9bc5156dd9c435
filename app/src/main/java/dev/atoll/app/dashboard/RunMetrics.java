package dev.atoll.app.dashboard;

import dev.atoll.app.serve.PrometheusText;
import dev.atoll.app.serve.RunFigure;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.result.ScoredNodes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of runs for a monitoring system. */
final class RunMetrics {
  private RunMetrics() {}

  static String of(List<WatchedRun> runs) {
    PrometheusText text = new PrometheusText();
    for (RunStatus state : RunStatus.values()) {
      long count = runs.stream().filter(run -> run.state() == state).count();
      text.gauge(RunFigure.RUNS, Map.of("state", state.label()), (double) count);
    }
    runs.forEach(run -> add(run, text));
    return text.text();
  }

  private static void add(WatchedRun run, PrometheusText text) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("run", run.name());
    labels.put("recipe", run.setting("recipe"));
    labels.put("model", run.setting("model"));
    text.gauge(RunFigure.EPOCH, labels, run.doneEpochs());
    text.gauge(RunFigure.EPOCHS, labels, run.plannedEpochs());
    text.gauge(RunFigure.LOSS, labels, run.lastLoss());
    text.counter(RunFigure.SECONDS, labels, run.totals().seconds());
    text.counter(RunFigure.BYTES, labels, run.totals().bytes());
    for (ScoredNodes nodes : List.of(ScoredNodes.VALIDATION, ScoredNodes.TEST)) {
      Map<String, String> scored = new LinkedHashMap<>(labels);
      scored.put("nodes", nodes.label());
      scored.put("score", run.scoreName());
      text.gauge(RunFigure.SCORE, scored, run.score(nodes));
    }
  }
}
