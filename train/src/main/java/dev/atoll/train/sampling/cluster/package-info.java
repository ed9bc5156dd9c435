/**
 * ClusterGCN (Chiang et al., KDD 2019).
 *
 * <pre>
 *   ClusterSampling   the policy
 *   ShardClusters     section 3.1: a worker's part, cut into clusters
 *   ClusterSchedule   section 3.2: several random clusters per step
 * </pre>
 *
 * As published the whole graph is cut; here each worker cuts its own part. The batches are drawn by
 * {@link dev.atoll.graph.sample.cluster.ClusterSampler}.
 */
package dev.atoll.train.sampling.cluster;
