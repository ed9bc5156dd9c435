/**
 * ClusterGCN (Chiang et al., KDD 2019): batches that are subgraphs induced by some clusters.
 *
 * <p>The graph is partitioned into many small clusters. A step uses a random union of clusters,
 * from {@link dev.atoll.graph.sample.SeedPlan#byClusters}, and {@link
 * dev.atoll.graph.sample.cluster.ClusterSampler} gives its seeds all neighbours inside the union.
 * Nothing else is random, degrees are those in the union, and sums are not corrected for omitted
 * edges, as published.
 */
package dev.atoll.graph.sample.cluster;
