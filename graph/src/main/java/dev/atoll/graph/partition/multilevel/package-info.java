/**
 * The multilevel partitioner.
 *
 * <pre>
 *   coarsen/   contract clusters of nodes, level by level, until the graph is small
 *   initial/   cut the small graph by recursive bisection
 *   refine/    on the way back, refine the partition of every level
 * </pre>
 *
 * A level is a {@link dev.atoll.graph.cluster.WeightedGraph}; node weights, one per balance
 * constraint, are heeded on every level.
 */
package dev.atoll.graph.partition.multilevel;
