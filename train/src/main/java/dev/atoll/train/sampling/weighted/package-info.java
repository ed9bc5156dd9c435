/**
 * Neighbours drawn by the weights of their edges.
 *
 * <pre>
 *   WeightedSampling   the policy: a table of weights per worker, a service for other workers
 *   WeightTable        (graph) the draw: systematic sampling, with a correction of each pick
 * </pre>
 */
package dev.atoll.train.sampling.weighted;
