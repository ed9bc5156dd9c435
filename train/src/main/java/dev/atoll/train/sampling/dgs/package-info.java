/**
 * Which remote nodes and feature columns a worker's predictions rest on (DGS).
 *
 * <pre>
 *   OnlineExplainer     beside training: snapshots, a thread, masks that take effect at fixed steps
 *     ExplainerResources  what it works with: a model of its own, the explanation graph, host memory
 *       Explainer           trains the masks of one snapshot
 *         Mask, Masks, Prediction
 *   Explanation         the masks that were found, for samplers and stores
 *   WorkerExplanation   what it came to, for people
 * </pre>
 */
package dev.atoll.train.sampling.dgs;
