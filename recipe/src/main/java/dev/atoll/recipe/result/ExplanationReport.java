package dev.atoll.recipe.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import java.util.List;

/**
 * The explanations of a run, every list by worker: {@code explanation.json}, and without the last
 * three lists a field of {@code result.json}. Fields are added, never renamed.
 *
 * @param explanations number of explanations made
 * @param leftOut number of explanations that were due but not made ({@code explain.mode=async});
 *     null in older runs
 * @param remoteNodes neighbours of the worker's nodes that other workers own
 * @param cpuSeconds of the thread that explained
 * @param waitedSeconds that sampling waited for explanations
 * @param heldBytes of memory, features included
 * @param keptColumns numbers of the columns of remote rows that were pulled in the last step,
 *     ascending; null where importance does not choose columns, and in older runs
 * @param topNodes remote nodes of the largest weights
 * @param topColumns feature columns of the largest weights
 * @param losses by epoch of training the masks
 */
@JsonInclude(Include.NON_NULL)
public record ExplanationReport(
    List<Integer> explanations,
    List<Integer> leftOut,
    List<Integer> remoteNodes,
    List<Double> cpuSeconds,
    List<Double> waitedSeconds,
    List<Long> heldBytes,
    List<List<Integer>> keptColumns,
    List<List<Weight>> topNodes,
    List<List<Weight>> topColumns,
    List<List<Double>> losses) {
  /** The weight of a node or a column in the mask, from 0 to 1. */
  public record Weight(long id, double weight) {
    private static List<Weight> of(List<WorkerExplanation.Weight> weights) {
      return weights.stream().map(one -> new Weight(one.id(), one.weight())).toList();
    }
  }

  /** The explanations of all workers. */
  public static ExplanationReport of(List<WorkerExplanation> byWorker) {
    return new ExplanationReport(
        byWorker.stream().map(WorkerExplanation::explanations).toList(),
        byWorker.stream().map(WorkerExplanation::leftOut).toList(),
        byWorker.stream().map(WorkerExplanation::remoteNodes).toList(),
        byWorker.stream().map(WorkerExplanation::cpuSeconds).toList(),
        byWorker.stream().map(WorkerExplanation::waitedSeconds).toList(),
        byWorker.stream().map(WorkerExplanation::heldBytes).toList(),
        keptColumns(byWorker),
        byWorker.stream().map(worker -> Weight.of(worker.topNodes())).toList(),
        byWorker.stream().map(worker -> Weight.of(worker.topColumns())).toList(),
        byWorker.stream().map(WorkerExplanation::losses).toList());
  }

  private static List<List<Integer>> keptColumns(List<WorkerExplanation> byWorker) {
    List<List<Integer>> kept = byWorker.stream().map(WorkerExplanation::keptColumns).toList();
    return kept.stream().allMatch(List::isEmpty) ? null : kept;
  }

  /** The report without nodes, columns and losses. */
  public ExplanationReport costs() {
    return new ExplanationReport(
        explanations,
        leftOut,
        remoteNodes,
        cpuSeconds,
        waitedSeconds,
        heldBytes,
        keptColumns,
        null,
        null,
        null);
  }
}
