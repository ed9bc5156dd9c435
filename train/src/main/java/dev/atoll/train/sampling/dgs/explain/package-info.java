/**
 * Explanations of DGS: which remote nodes and feature columns a worker's predictions rest on.
 *
 * <pre>
 *   OnlineExplainer       beside training: snapshots, a thread, masks that take effect by mode
 *     ExplainerResources    a model of its own, the explanation graph, host memory
 *       Explainer             trains the masks of one snapshot
 *         Mask, Masks         weights of a fixed mean
 *         MaskedModel           the model, with the mask of columns
 *         PooledNodes           own nodes by predicted class, from ClassProbabilities
 *       ExplanationGraph      own nodes contracted to a few, with edges to remote neighbours
 *         ContractedEdges           the weights of these edges
 *         ExplanationRows, DetachedShard, ExplanationBatch, StarEdges, StarBlock, MaskedEdges
 *   Explanation           the masks of one snapshot, for samplers and columns
 * </pre>
 */
package dev.atoll.train.sampling.dgs.explain;
