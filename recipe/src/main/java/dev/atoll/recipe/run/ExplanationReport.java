package dev.atoll.recipe.run;

import dev.atoll.formats.AtomicFile;
import dev.atoll.train.sampling.dgs.explain.WorkerExplanation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was explained during a run, under the names that {@code --json} promises. */
public final class ExplanationReport {
  private ExplanationReport() {}

  /** What it has cost, by worker. */
  public static Map<String, Object> of(List<WorkerExplanation> byWorker) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("explanations", byWorker.stream().map(WorkerExplanation::explanations).toList());
    report.put("remoteNodes", byWorker.stream().map(WorkerExplanation::remoteNodes).toList());
    report.put("cpuSeconds", byWorker.stream().map(WorkerExplanation::cpuSeconds).toList());
    report.put("waitedSeconds", byWorker.stream().map(WorkerExplanation::waitedSeconds).toList());
    report.put("heldBytes", byWorker.stream().map(WorkerExplanation::heldBytes).toList());
    return report;
  }

  /** Leaves the nodes and columns that matter most in the run's folder, and how masks converged. */
  public static void write(List<WorkerExplanation> byWorker, RunFolder folder) throws IOException {
    Map<String, Object> report = of(byWorker);
    report.put("topNodes", byWorker.stream().map(w -> weights(w.topNodes())).toList());
    report.put("topColumns", byWorker.stream().map(w -> weights(w.topColumns())).toList());
    report.put("losses", byWorker.stream().map(WorkerExplanation::losses).toList());
    Json.write(report, folder.explanation());
    AtomicFile.write(
        folder.explanationPlot(),
        LossPlot.draw(byWorker.stream().map(WorkerExplanation::losses).toList()));
  }

  private static List<Map<String, Object>> weights(List<WorkerExplanation.Weight> weights) {
    return weights.stream()
        .map(
            weight -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("id", weight.id());
              entry.put("weight", weight.weight());
              return entry;
            })
        .toList();
  }
}
