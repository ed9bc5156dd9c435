/** ClusterGCN: batches that are the subgraphs of some clusters. */
package dev.atoll.graph.sample.cluster;
