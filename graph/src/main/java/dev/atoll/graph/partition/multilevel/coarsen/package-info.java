/**
 * Coarsening, the first phase of the multilevel partitioner.
 *
 * <p>{@link dev.atoll.graph.partition.multilevel.coarsen.Coarsener} contracts clusters of nodes,
 * level by level, until the graph is small. Clusters are found by size-constrained label
 * propagation (Meyerhenke, Sanders, Schulz 2014), so that the weight of a coarse node is bounded;
 * from one level on they stay inside communities, which preserves the small cuts of the graph
 * (Heuer, Schlag 2017). Dense graphs are sampled first. Levels do not depend on the number of
 * threads.
 */
package dev.atoll.graph.partition.multilevel.coarsen;
