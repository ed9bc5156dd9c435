package dev.atoll.train.sampling.dgs.explain;

import java.util.List;

/**
 * The explanations of one worker in a run, and their cost.
 *
 * @param explanations how many were begun
 * @param remoteNodes neighbours of the worker's nodes that others own
 * @param cpuSeconds of the thread that explained
 * @param waitedSeconds that sampling waited for explanations
 * @param heldBytes of memory, features included
 * @param topNodes the most important ones, in the dataset's own numbers
 * @param topColumns the most important ones
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
  /** The importance of a node or column, from 0 to 1. */
  public record Weight(long id, double weight) {}
}
