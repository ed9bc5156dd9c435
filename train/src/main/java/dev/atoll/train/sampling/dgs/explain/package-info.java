/**
 * Explanations of DGS: which remote nodes and feature columns a worker's predictions rest on.
 *
 * <pre>
 *   OnlineExplainer       beside training: snapshots, a thread, masks that take effect at fixed steps
 *     ExplainerResources    a model of its own, the explanation graph, host memory
 *       Explainer             trains the masks of one snapshot
 *         Mask, Masks, ClassProbabilities
 *       ExplanationGraph      all local nodes shrunk to one, with an edge to every remote neighbour
 *         ExplanationRows, ClosedShard, StarBatch, StarBlock, MaskedEdges
 *   Explanation           the masks of one snapshot, for samplers and columns
 *   WorkerExplanation     the summary of a run, for people
 * </pre>
 */
package dev.atoll.train.sampling.dgs.explain;
