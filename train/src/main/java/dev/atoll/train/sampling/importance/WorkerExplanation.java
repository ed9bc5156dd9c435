package dev.atoll.train.sampling.importance;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The importance of nodes and columns on one worker in a run, and its cost.
 *
 * @param explanations how many were made
 * @param leftOut the number of explanations that were due but skipped, because an earlier one was
 *     still running or the run ended; 0 where training waits for them
 * @param remoteNodes neighbours of the worker's nodes that others own
 * @param cpuSeconds of the thread that explained, or that training spent on it
 * @param waitedSeconds that sampling waited for explanations
 * @param heldBytes of memory, features included
 * @param topNodes the most important ones, in the dataset's own numbers
 * @param topColumns the most important ones
 * @param keptColumns the columns of remote rows that are pulled in the last step, ascending; none
 *     where importance does not choose columns
 * @param losses of the prediction, by epoch of training the masks, over all explanations; none
 *     where importance is not explained
 */
public record WorkerExplanation(
    int explanations,
    int leftOut,
    int remoteNodes,
    double cpuSeconds,
    double waitedSeconds,
    long heldBytes,
    List<Weight> topNodes,
    List<Weight> topColumns,
    List<Integer> keptColumns,
    List<Double> losses) {
  private static final int SHOWN = 20;

  /** The importance of a node or column, from 0 to 1. */
  public record Weight(long id, double weight) {}

  /**
   * The most important of some nodes or columns; weights above 1 are shares of the largest.
   *
   * @param id the name of the entry at an index
   */
  public static List<Weight> top(float[] weights, IntToLongFunction id) {
    double scale = 1;
    for (float weight : weights) {
      scale = Math.max(scale, weight);
    }
    double largest = scale;
    return IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -weights[i]))
        .limit(SHOWN)
        .map(i -> new Weight(id.applyAsLong(i), weights[i] / largest))
        .toList();
  }
}
