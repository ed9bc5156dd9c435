package dev.atoll.train.sampling.dgs.explain;

import java.util.List;

/**
 * What a worker has explained in a run, and what that has cost it.
 *
 * @param explanations how many were begun
 * @param remoteNodes neighbours of the worker's nodes that others own
 * @param cpuSeconds of the thread that explained
 * @param waitedSeconds that sampling waited for explanations
 * @param heldBytes of memory, features included
 * @param topNodes those that matter most, in the dataset's own numbers
 * @param topColumns those that matter most
 * @param losses of the prediction, by epoch of training the masks, over all explanations
 */
public record WorkerExplanation(
    int explanations,
    int remoteNodes,
    double cpuSeconds,
    double waitedSeconds,
    long heldBytes,
    List<Weight> topNodes,
    List<Weight> topColumns,
    List<Double> losses) {
  /** How much a node or a column matters, from 0 to 1. */
  public record Weight(long id, double weight) {}
}
