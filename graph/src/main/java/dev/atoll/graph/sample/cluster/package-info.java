/**
 * ClusterGCN (Chiang et al., KDD 2019): batches that are subgraphs induced by some clusters.
 *
 * <p>The graph is partitioned into many small clusters. The seeds of a step are those of a random
 * union of clusters, and {@link dev.atoll.graph.sample.cluster.ClusterSampler} gives them all
 * neighbours inside the union. Nothing else is random, degrees are those in the union, and sums are
 * not corrected for omitted edges, as published.
 */
package dev.atoll.graph.sample.cluster;
