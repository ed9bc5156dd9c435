/**
 * Clustering of graphs: the kernel under multilevel partitioning, communities and locality orders.
 *
 * <pre>
 *   WeightedGraph            a level: nodes and edges with weights
 *   BatchedLabelPropagation  nodes choose labels in batches; a LabelSelector states the rule
 *   RatingMap                edge weight by label around one node: DenseRatings, HashRatings
 *   Clustering, Contraction  from labels to clusters to a coarser level
 *   Communities              clusters of large modularity (Louvain)
 *   RowPolicy                the two presets: PARTITIONING reads and keeps every arc,
 *                            LOCALITY reads some arcs of a hub and keeps the heaviest
 * </pre>
 *
 * Results do not depend on the number of threads.
 */
package dev.atoll.graph.cluster;
